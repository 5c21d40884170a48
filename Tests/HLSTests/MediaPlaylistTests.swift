import HLS
import MediaUnits
import Testing

@Suite struct MediaPlaylistTests {
    @Test func videoPlaylist() {
        let playlist = MediaPlaylist(
            segments: [
                Segment(uri: "00000.m4s", duration: Rational(6006, 1000), byteCount: 900),
                Segment(uri: "00001.m4s", duration: Rational(6006, 1000), byteCount: 800),
                Segment(uri: "00002.m4s", duration: Rational(1001, 30000), byteCount: 70),
            ],
            initialization: InitSegment(uri: "init.mp4"))
        #expect(playlist.duration == Rational(12012, 1000) + Rational(1001, 30000))
        #expect(
            playlist.text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:6.006000,
                00000.m4s
                #EXTINF:6.006000,
                00001.m4s
                #EXTINF:0.033367,
                00002.m4s
                #EXT-X-ENDLIST

                """)
    }

    @Test func iFramePlaylistHasByteRangesOfSegments() {
        let playlist = MediaPlaylist(
            segments: [
                Segment(
                    uri: "00000.m4s", duration: Rational(2002, 1000), byteCount: 5000,
                    byteRange: 0..<5000),
                Segment(
                    uri: "00000.m4s", duration: Rational(2002, 1000), byteCount: 300,
                    byteRange: 91_234..<91_534),
            ],
            initialization: InitSegment(uri: "init.mp4", byteRange: 0..<742),
            kind: .iFramesOnly)
        #expect(
            playlist.text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:2
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-MAP:URI="init.mp4",BYTERANGE="742@0"
                #EXTINF:2.002000,
                #EXT-X-BYTERANGE:5000@0
                00000.m4s
                #EXTINF:2.002000,
                #EXT-X-BYTERANGE:300@91234
                00000.m4s
                #EXT-X-ENDLIST

                """)
    }

    @Test func transportStreamPlaylistHasNoInitSegment() {
        let segment = Segment(uri: "0.ts", duration: Rational(6), byteCount: 188)
        #expect(!MediaPlaylist(segments: [segment]).text.contains("EXT-X-MAP"))
    }

    /// RFC 8216, 4.3.3.1: every EXTINF, rounded to the nearest integer, is at most the target.
    @Test(
        arguments: [
            (Rational(4004, 1000), 4), (Rational(46, 10), 5), (Rational(32, 10), 3),
            (Rational(13, 2), 7), (Rational(1, 30), 1),
            // Printed as 6.500000, which a player rounds up.
            (Rational(64_999_999, 10_000_000), 7),
        ])
    func targetDurationCoversTheLongestSegment(duration: Rational, target: Int) {
        let short = Segment(uri: "0.m4s", duration: Rational(1), byteCount: 1)
        let long = Segment(uri: "1.m4s", duration: duration, byteCount: 1)
        #expect(MediaPlaylist(segments: [short, long, short]).targetDuration == target)
    }

    /// RFC 8216, 6.2.4: audio has the target duration of a video with a longer last segment.
    @Test func minimumTargetDurationOnlyRaises() {
        let segment = Segment(uri: "0.m4s", duration: Rational(6), byteCount: 1)
        let raised = MediaPlaylist(segments: [segment], minimumTargetDuration: 8)
        #expect(raised.text.contains("#EXT-X-TARGETDURATION:8\n"))
        #expect(MediaPlaylist(segments: [segment], minimumTargetDuration: 2).targetDuration == 6)
    }

    /// Ten thousand times 6.0060060… s rounded one by one would end 3 ms early.
    @Test func printedDurationsAddUp() throws {
        let segment = Segment(uri: "0.m4s", duration: Rational(6000, 999), byteCount: 1)
        let playlist = MediaPlaylist(segments: Array(repeating: segment, count: 10_000))
        let printed = try MediaPlaylist(parsing: playlist.text)
        let error = printed.duration - playlist.duration
        #expect(error <= Rational(1, 2_000_000) && error >= Rational(-1, 2_000_000))
        for (one, other) in zip(printed.segments, playlist.segments) {
            let difference = one.duration - other.duration
            #expect(difference < Rational(1, 1_000_000) && difference > Rational(-1, 1_000_000))
        }
    }

    /// RFC 8216, 4.1 and RFC 3986: a file name cannot end a line or a quoted string, or begin a comment.
    @Test(
        arguments: [
            ("a b.m4s", "a%20b.m4s"), ("ü.m4s", "%C3%BC.m4s"), ("#0.m4s", "%230.m4s"),
            ("0\r\n#EXT-X-ENDLIST", "0%0D%0A#EXT-X-ENDLIST"), ("\"\u{301}.mp4", "%22%CC%81.mp4"),
            ("a%20b?c=d#e", "a%20b?c=d#e"), ("\0", "%00"),
        ])
    func urisAreEncoded(raw: String, written: String) {
        let playlist = MediaPlaylist(
            segments: [Segment(uri: raw, duration: Rational(1), byteCount: 1)],
            initialization: InitSegment(uri: raw))
        let lines = playlist.text.split(separator: "\n")
        #expect(lines.contains("#EXT-X-MAP:URI=\"\(written)\""))
        #expect(lines.suffix(2) == ["\(written)", "#EXT-X-ENDLIST"])
    }
}
