import HLS
import MediaUnits
import Testing

@Suite struct MediaPlaylistParsingTests {
    @Test(arguments: [MediaPlaylist.Kind.segments, .iFramesOnly])
    func parsingRevertsWriting(kind: MediaPlaylist.Kind) throws {
        let playlist = MediaPlaylist(
            segments: [
                Segment(uri: "a.m4s", duration: Rational(3), byteCount: 10, byteRange: 0..<10),
                Segment(uri: "a.m4s", duration: Rational(1, 8), byteCount: 5, byteRange: 10..<15),
            ],
            initialization: InitSegment(uri: "init.mp4", byteRange: 0..<3),
            kind: kind,
            minimumTargetDuration: 8)
        let parsed = try MediaPlaylist(parsing: playlist.text)
        #expect(parsed == playlist)
        #expect(parsed.text == playlist.text)
    }

    @Test func playlistOfAnotherPackagerIsParsed() throws {
        let text = """
            #EXTM3U\r
            # a comment\r
            #EXT-X-TARGETDURATION:10\r
            #EXT-X-KEY:METHOD=NONE\r
            #EXT-X-SOMETHING-NEW:1\r
            \r
            #EXTINF:9.9,title, with comma\r
            #EXT-X-BYTERANGE:100@20\r
            a.ts\r
            #EXTINF:4\r
            #EXT-X-BYTERANGE:50\r
            a.ts\r
            #EXT-X-ENDLIST\r

            """
        let playlist = try MediaPlaylist(parsing: text)
        #expect(playlist.segments.map(\.uri) == ["a.ts", "a.ts"])
        #expect(playlist.segments.map(\.duration) == [Rational(99, 10), Rational(4)])
        #expect(playlist.segments.map(\.byteRange) == [20..<120, 120..<170])
        #expect(playlist.segments.map(\.byteCount) == [100, 50])
        #expect(playlist.targetDuration == 10)
        #expect(playlist.kind == .segments)
        #expect(playlist.initialization == nil)
    }

    /// Each body is between a correct header of two lines and `EXT-X-ENDLIST`.
    @Test(
        arguments: [
            ("0.ts", 3, "no EXTINF before the URI"),
            ("#EXTINF:,\n0.ts", 3, "EXTINF without a duration"),
            ("#EXTINF:nan,\n0.ts", 3, "EXTINF without a duration"),
            ("#EXTINF:-1,\n0.ts", 3, "EXTINF without a duration"),
            ("#EXTINF:1e3,\n0.ts", 3, "EXTINF without a duration"),
            ("#EXTINF:99999999999999999999,\n0.ts", 3, "EXTINF without a duration"),
            ("#EXTINF:1,\n#EXTINF:1,\n0.ts", 4, "no URI after the previous EXTINF"),
            ("#EXTINF:6.5,\n0.ts", 4, "the segment is longer than EXT-X-TARGETDURATION"),
            ("#EXTINF:1,", 4, "a segment without a URI"),
            ("#EXTINF:1,\n#EXT-X-BYTERANGE:x\n0.ts", 4, "invalid byte range: x"),
            ("#EXTINF:1,\n#EXT-X-BYTERANGE:-1@0\n0.ts", 4, "invalid byte range: -1@0"),
            ("#EXTINF:1,\n#EXT-X-BYTERANGE:1\n0.ts", 5, "the segment's byte range has no start"),
            (
                "#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@1\n0.ts", 5,
                "the segment's byte range has no start"
            ),
            ("#EXT-X-TARGETDURATION:6", 3, "duplicate EXT-X-TARGETDURATION"),
            ("#EXT-X-VERSION:8", 3, "EXT-X-VERSION 8 is not supported"),
            ("#EXT-X-VERSION:3\n#EXT-X-VERSION:3", 4, "duplicate EXT-X-VERSION"),
            ("#EXT-X-MAP:URI=a", 3, "URI is not a quoted string"),
            ("#EXT-X-MAP:BYTERANGE=\"1@0\"", 3, "URI is missing"),
            ("#EXT-X-MAP:URI=\"a\",BYTERANGE=\"?\"", 3, "invalid byte range: ?"),
            (
                "#EXT-X-MAP:URI=\"a\"\n#EXTINF:1,\n0.ts\n#EXT-X-MAP:URI=\"b\"", 6,
                "a change of EXT-X-MAP is not supported"
            ),
            ("#EXT-X-KEY:METHOD=AES-128", 3, "encrypted segments are not supported"),
            ("#EXT-X-DISCONTINUITY", 3, "EXT-X-DISCONTINUITY is not supported"),
            ("#EXT-X-MEDIA:TYPE=AUDIO", 3, "EXT-X-MEDIA in a media playlist"),
        ])
    func errorHasItsLineAndReason(body: String, line: Int, reason: String) {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(body)\n#EXT-X-ENDLIST\n"
        let error = #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: text) }
        // Missing tags are reported at the end of the text.
        #expect(error?.description == "line \(line): \(reason)")
    }

    @Test(
        arguments: [
            ("", 1, "the first line is not #EXTM3U"),
            ("\u{FEFF}#EXTM3U\n", 1, "the first line is not #EXTM3U"),
            ("#EXTM3U8\n", 1, "the first line is not #EXTM3U"),
            ("#EXTM3U\n#EXT-X-ENDLIST\n", 2, "EXT-X-TARGETDURATION is missing"),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6.0\n", 2, "EXT-X-TARGETDURATION is not an integer"),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:1,\n0.ts", 4, "EXT-X-ENDLIST is missing"),
        ])
    func incompletePlaylistIsRejected(text: String, line: Int, reason: String) {
        let error = #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: text) }
        #expect(error?.description == "line \(line): \(reason)")
    }

    @Test func hugeDurationIsRejected() {
        let segment = "#EXTINF:999999999.999999999,\n0.ts\n"
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1000000000\n\(segment)\(segment)#EXT-X-ENDLIST\n"
        let error = #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: text) }
        #expect(error?.line == 6)
    }

    @Test func reasonIsOneShortLine() {
        let text = "#EXTM3U\n#EXT-X-BYTERANGE:\u{2028}\r" + String(repeating: "x", count: 10_000)
        let error = #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: text) }
        #expect(error?.message.count == 200)
        #expect(error?.message.contains(where: \.isNewline) == false)
    }
}
