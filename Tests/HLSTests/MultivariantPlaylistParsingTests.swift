import HLS
import MediaUnits
import Testing

@Suite struct MultivariantPlaylistParsingTests {
    @Test func parsingRevertsWriting() throws {
        let parsed = try MultivariantPlaylist(parsing: MultivariantPlaylistTests.text)
        #expect(parsed.text == MultivariantPlaylistTests.text)
        #expect(parsed.renditions == MultivariantPlaylistTests.playlist.renditions)
        #expect(parsed.iFrameVariants == MultivariantPlaylistTests.playlist.iFrameVariants)
        #expect(parsed.variants.map(\.frameRate) == [Rational(2997, 100), Rational(25)])
    }

    @Test func playlistOfAnotherPackagerIsParsed() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y=z",CHANNELS="16/JOC",URI="a.m3u8"

            #EXT-X-STREAM-INF:BANDWIDTH=1000,X-NEW=0xFF,AUDIO="a"
            v.m3u8
            """
        let playlist = try MultivariantPlaylist(parsing: text)
        #expect(playlist.renditions.map(\.name) == ["x, y=z"])
        #expect(playlist.renditions.map(\.channels) == [16])
        #expect(
            playlist.variants == [
                Variant(uri: "v.m3u8", bandwidth: 1000, codecs: [], audioGroup: "a")
            ])
    }

    /// Each body follows `#EXTM3U`.
    @Test(
        arguments: [
            ("v.m3u8", 2, "no EXT-X-STREAM-INF before the URI"),
            ("#EXT-X-STREAM-INF:BANDWIDTH=1", 2, "a variant without a URI"),
            ("#EXT-X-STREAM-INF:CODECS=\"a\"\nv.m3u8", 2, "BANDWIDTH is missing"),
            ("#EXT-X-STREAM-INF:BANDWIDTH=-1\nv.m3u8", 2, "invalid value of BANDWIDTH: -1"),
            ("#EXT-X-STREAM-INF:BANDWIDTH=\"1\"\nv.m3u8", 2, "BANDWIDTH is a quoted string"),
            (
                "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640\nv.m3u8", 2,
                "invalid value of RESOLUTION: 640"
            ),
            (
                "#EXT-X-STREAM-INF:BANDWIDTH=1,FRAME-RATE=1/2\nv.m3u8", 2,
                "invalid value of FRAME-RATE: 1/2"
            ),
            (
                "#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8", 3,
                "a tag between EXT-X-STREAM-INF and its URI"
            ),
            (
                "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\nv.m3u8", 2,
                "no AUDIO group has the GROUP-ID a"
            ),
            ("#EXT-X-VERSION:7", 2, "no variants"),
            ("#EXTINF:6,\n0.ts", 2, "EXTINF in a multivariant playlist"),
            ("#EXT-X-MEDIA:GROUP-ID=\"a\"", 2, "TYPE is missing"),
            ("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",URI=\"b\"", 2, "NAME is missing"),
            (
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\",URI=\"c\",DEFAULT=yes", 2,
                "invalid value of DEFAULT: yes"
            ),
            ("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1", 2, "URI is missing"),
        ])
    func errorHasItsLineAndReason(body: String, line: Int, reason: String) {
        let error = #expect(throws: PlaylistError.self) {
            try MultivariantPlaylist(parsing: "#EXTM3U\n" + body)
        }
        // Missing tags are reported at the end of the text.
        #expect(error?.description == "line \(line): \(reason)")
    }

    /// RFC 8216, 4.3.4.1.1.
    @Test(arguments: [
        ("x", "duplicate NAME in a group: x"), ("y", "duplicate DEFAULT=YES in a group"),
    ])
    func duplicateInAGroupIsRejected(name: String, reason: String) {
        let tag = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",DEFAULT=YES,URI=\"a.m3u8\""
        let text = "#EXTM3U\n\(tag),NAME=\"x\"\n\(tag),NAME=\"\(name)\"\n"
        let error = #expect(throws: PlaylistError.self) {
            try MultivariantPlaylist(parsing: text)
        }
        #expect(error?.description == "line 3: \(reason)")
    }
}
