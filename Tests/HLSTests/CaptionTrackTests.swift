import HLS
import MediaUnits
import Testing

@Suite struct CaptionTrackTests {
    private static let header = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n"

    private func segments(_ cues: [CaptionCue], _ durations: [Rational]) -> [String] {
        CaptionTrack(cues: cues).segments(lasting: durations)
    }

    /// RFC 8216, 3.5: a segment contains every cue that it overlaps, with the cue's whole time.
    @Test func cueIsInEverySegmentThatItOverlaps() {
        let six = Rational(6)
        let cues = [
            CaptionCue(start: 1_000, end: 3_000, text: "one"),
            CaptionCue(start: 5_500, end: 13_000, text: "two\nlines", settings: "line:0"),
        ]
        #expect(
            segments(cues, [six, six, six, six]) == [
                Self.header + """
                    00:00:01.000 --> 00:00:03.000
                    one

                    00:00:05.500 --> 00:00:13.000 line:0
                    two
                    lines


                    """,
                Self.header + "00:00:05.500 --> 00:00:13.000 line:0\ntwo\nlines\n\n",
                Self.header + "00:00:05.500 --> 00:00:13.000 line:0\ntwo\nlines\n\n",
                Self.header,
            ])
    }

    @Test(arguments: [
        (CaptionCue(start: 0, end: 6_000, text: "x"), [true, false]),
        (CaptionCue(start: 6_000, end: 6_001, text: "x"), [false, true]),
        (CaptionCue(start: 5_999, end: 6_001, text: "x"), [true, true]),
        (CaptionCue(start: 20_000, end: 21_000, text: "x"), [false, false]),
    ])
    func cueAtABorderIsInTheNextSegment(cue: CaptionCue, isInSegment: [Bool]) {
        let files = segments([cue], [Rational(6), Rational(6)])
        #expect(files.map { $0.contains("-->") } == isInSegment)
    }

    /// 1,001 ms and a third: the millisecond of a border belongs to both segments.
    @Test func cueAtARoundedBorderIsInBothSegments() {
        let durations = [Rational(3004, 3000), Rational(1)]
        let files = segments([CaptionCue(start: 1_001, end: 1_002, text: "x")], durations)
        #expect(files.allSatisfy { $0.contains("x\n") })
    }

    @Test func overlappingCuesAreInTheirSegments() {
        let cues = [
            CaptionCue(start: 0, end: 11_000, text: "long"),
            CaptionCue(start: 1_000, end: 2_000, text: "short"),
            CaptionCue(start: 7_000, end: 8_000, text: "late"),
        ]
        let files = segments(cues, [Rational(6), Rational(6)])
        #expect(files[0].contains("long") && files[0].contains("short"))
        #expect(files[1].contains("long") && files[1].contains("late"))
        #expect(!files[0].contains("late") && !files[1].contains("short"))
    }

    @Test(arguments: [
        (0, 1_000, 1_500), (-2_000, 0, 0), (-1_200, 0, 300), (9_400, 10_400, 10_500),
        (10_000, 0, 0),
    ])
    func shiftedCueIsClippedToTheRange(offset: Int, start: Int, end: Int) {
        let cue = CaptionCue(start: 1_000, end: 1_500, text: "x", settings: "line:0")
        let shifted = cue.shifted(by: offset, within: 0..<10_500)
        let expected = CaptionCue(start: start, end: end, text: "x", settings: "line:0")
        #expect(shifted == (start < end ? expected : nil))
    }
}
