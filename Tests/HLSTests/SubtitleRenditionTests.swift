import HLS
import MediaUnits
import Testing

@Suite struct SubtitleRenditionTests {
    private func lines(_ subtitles: [SubtitleRendition]) -> [String] {
        MultivariantPlaylist(
            variants: [
                Variant(
                    uri: "v.m3u8", bandwidth: 1, codecs: [],
                    resolution: Resolution(width: 2, height: 2), subtitleGroup: "subs")
            ], subtitles: subtitles
        ).text.split(separator: "\n").map(String.init)
    }

    private func rendition(
        _ name: String, isDefault: Bool = false, autoselect: Bool = false, isForced: Bool = false,
        characteristics: String? = nil
    ) -> SubtitleRendition {
        SubtitleRendition(
            groupID: "subs", name: name, language: LanguageTag("eng"), isDefault: isDefault,
            autoselect: autoselect, isForced: isForced, characteristics: characteristics,
            uri: "captions/en/playlist.m3u8")
    }

    /// RFC 8216, 4.3.4.1 and 4.3.4.2.
    @Test func renditionAndVariantText() {
        let sdh = rendition(
            "English", autoselect: true, characteristics: SubtitleRendition.describesMusicAndSound)
        let expected = [
            #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en","#
                + #"DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,CHARACTERISTICS="#
                + #""public.accessibility.transcribes-spoken-dialog,"#
                + #"public.accessibility.describes-music-and-sound","#
                + #"URI="captions/en/playlist.m3u8""#,
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,SUBTITLES="subs",CLOSED-CAPTIONS=NONE"#,
        ]
        #expect(Array(lines([sdh])[3...4]) == expected)
    }

    /// RFC 8216, 4.3.4.1: with DEFAULT=YES, AUTOSELECT is YES as well.
    @Test func defaultIsAutoselected() {
        let line = lines([rendition("x", isDefault: true)])[3]
        #expect(line.contains("DEFAULT=YES,AUTOSELECT=YES,FORCED=NO"))
    }

    /// RFC 8216, 4.3.4.1.1: in a group, names are unique, and at most one rendition is the default.
    @Test func namesInAGroupAreUnique() {
        let lines = lines([
            rendition("x", isDefault: true), rendition("x", isDefault: true, isForced: true),
        ])
        #expect(lines[3].contains(#"NAME="x",LANGUAGE="en",DEFAULT=YES"#))
        #expect(lines[4].contains(#"NAME="x 2",LANGUAGE="en",DEFAULT=NO"#))
        #expect(lines[4].contains("FORCED=YES"))
    }
}
