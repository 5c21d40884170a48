import HLS
import MediaUnits
import Testing

@Suite struct MultivariantPlaylistTests {
    static let playlist = MultivariantPlaylist(
        variants: [
            Variant(
                uri: "video/720p/playlist.m3u8", bandwidth: 3_200_000, averageBandwidth: 2_100_000,
                codecs: ["avc1.64001f", "mp4a.40.2"],
                resolution: Resolution(width: 1280, height: 720),
                frameRate: Rational(30000, 1001), audioGroup: "audio"),
            Variant(
                uri: "video/360p/playlist.m3u8", bandwidth: 900_000, codecs: ["avc1.4d401e"],
                resolution: Resolution(width: 640, height: 360), frameRate: Rational(25),
                audioGroup: "audio"),
        ],
        renditions: [
            AudioRendition(
                groupID: "audio", name: "English", language: LanguageTag("eng"), isDefault: true,
                autoselect: false, channels: 2, uri: "audio/en/playlist.m3u8"),
            AudioRendition(
                groupID: "audio", name: "Described", language: LanguageTag("en"), isDefault: false,
                autoselect: true, channels: 6, uri: "audio/en-2/playlist.m3u8",
                characteristics: "public.accessibility.describes-video"),
            AudioRendition(
                groupID: "audio", name: "?", language: nil, isDefault: false, autoselect: false,
                channels: nil, uri: "audio/und/playlist.m3u8"),
        ],
        iFrameVariants: [
            IFrameVariant(
                uri: "video/720p/iframes.m3u8", bandwidth: 400_000, averageBandwidth: 250_000,
                codecs: ["avc1.64001f"], resolution: Resolution(width: 1280, height: 720))
        ])

    static let text = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,\
        AUTOSELECT=YES,CHANNELS="2",URI="audio/en/playlist.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Described",LANGUAGE="en",DEFAULT=NO,\
        AUTOSELECT=YES,CHANNELS="6",CHARACTERISTICS="public.accessibility.describes-video",\
        URI="audio/en-2/playlist.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="?",DEFAULT=NO,AUTOSELECT=NO,\
        URI="audio/und/playlist.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=3200000,AVERAGE-BANDWIDTH=2100000,\
        CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="audio",\
        CLOSED-CAPTIONS=NONE
        video/720p/playlist.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d401e",RESOLUTION=640x360,\
        FRAME-RATE=25.000,AUDIO="audio",CLOSED-CAPTIONS=NONE
        video/360p/playlist.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=250000,\
        CODECS="avc1.64001f",RESOLUTION=1280x720,URI="video/720p/iframes.m3u8"

        """

    @Test func textIsComplete() {
        #expect(Self.playlist.text == Self.text)
    }

    @Test func audioOnlyVariantHasNoClosedCaptionsAttribute() {
        let audio = Variant(uri: "audio.m3u8", bandwidth: 130_000, codecs: ["mp4a.40.2"])
        #expect(
            MultivariantPlaylist(variants: [audio]).text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-STREAM-INF:BANDWIDTH=130000,CODECS="mp4a.40.2"
                audio.m3u8

                """)
    }

    /// RFC 8216, 4.3.4.2: if one variant has CLOSED-CAPTIONS=NONE, all have it.
    @Test func audioVariantBesideVideoHasNoClosedCaptions() {
        let audio = Variant(uri: "audio.m3u8", bandwidth: 130_000, codecs: ["mp4a.40.2"])
        let mixed = MultivariantPlaylist(variants: Self.playlist.variants + [audio])
        #expect(mixed.text.contains("CODECS=\"mp4a.40.2\",CLOSED-CAPTIONS=NONE\naudio.m3u8\n"))
    }

    /// RFC 8216, 4.2: a quoted string contains no line feed, carriage return or double quote.
    @Test(
        arguments: [
            ("Director's \"cut\"", "Director's 'cut'"),
            ("a\",URI=\"http://x/", "a',URI='http://x/"),
            ("a\r\n#EXT-X-ENDLIST\r\n", "a  #EXT-X-ENDLIST"),
            ("\"\u{301}", "'\u{301}"),  // one `Character`, not equal to a quote
            ("a\u{2028}b\u{85}c\0d\u{7F}e", "a b c d e"), ("  Größe 日本  ", "Größe 日本"),
        ])
    func titleCannotEndItsQuotedString(title: String, name: String) throws {
        let rendition = AudioRendition(
            groupID: title, name: title, language: nil, isDefault: false, autoselect: false,
            channels: 2, uri: title)
        let variant = Variant(uri: "v.m3u8", bandwidth: 1, codecs: [title], audioGroup: title)
        let playlist = MultivariantPlaylist(variants: [variant], renditions: [rendition])
        #expect(rendition.name == name)
        let lines = playlist.text.unicodeScalars.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[3].count { $0 == "\"" } == 8)
        let parsed = try MultivariantPlaylist(parsing: playlist.text)
        #expect(parsed.renditions.first?.name == name)
        #expect(parsed.variants.count == 1)
    }

    @Test(arguments: [("", "German"), (" \r\n\t", "German"), ("\0", "German"), ("Ton", "Ton")])
    func emptyTitleIsReplacedByTheLanguage(title: String, name: String) {
        let rendition = AudioRendition(
            groupID: "a", name: title, language: LanguageTag("ger"), isDefault: false,
            autoselect: true, channels: 2, uri: "a.m3u8")
        #expect(rendition.name == name)
    }

    @Test func longTitleIsTruncated() {
        // A single `Character`.
        let title = "e" + String(repeating: "\u{301}", count: 100_000)
        let rendition = AudioRendition(
            groupID: "a", name: title, language: nil, isDefault: false, autoselect: true,
            channels: 2, uri: "a.m3u8")
        #expect(rendition.name.unicodeScalars.count == 100)
    }

    /// RFC 8216, 4.3.4.1.1: in a group, names are unique, and at most one rendition is the default.
    @Test func namesInAGroupAreUniqueAndOneIsTheDefault() {
        let names = ["Track", "Track", "Track 2", "Track"]
        let renditions = ["a", "b"].flatMap { group in
            names.map {
                AudioRendition(
                    groupID: group, name: $0, language: nil, isDefault: $0 == "Track",
                    autoselect: false, channels: 2, uri: "a.m3u8")
            }
        }
        let playlist = MultivariantPlaylist(variants: [], renditions: renditions)
        let expected = ["Track", "Track 2", "Track 2 2", "Track 3"]
        #expect(playlist.renditions.map(\.name) == expected + expected)
        let defaults = [true, false, false, false]
        #expect(playlist.renditions.map(\.isDefault) == defaults + defaults)
    }
}
