import HLS
import MediaUnits
import Testing

@Suite struct StoryboardTrackTests {
    private func cue(
        _ start: Rational, _ end: Rational, uri: String = "storyboard-000.jpg", x: Int = 0
    ) -> StoryboardTrack.Cue {
        StoryboardTrack.Cue(start: start, end: end, uri: uri, x: x, y: 0, width: 160, height: 90)
    }

    @Test func textIsComplete() {
        let track = StoryboardTrack(cues: [
            cue(.zero, Rational(5)), cue(Rational(5), Rational(20_020, 2002), x: 160),
            cue(Rational(3_599_999, 1000), Rational(362_439_999, 1000), uri: "storyboard 1.jpg"),
        ])
        #expect(
            track.text == """
                WEBVTT

                00:00:00.000 --> 00:00:05.000
                storyboard-000.jpg#xywh=0,0,160,90

                00:00:05.000 --> 00:00:10.000
                storyboard-000.jpg#xywh=160,0,160,90

                00:59:59.999 --> 100:40:39.999
                storyboard%201.jpg#xywh=0,0,160,90

                """)
    }

    @Test func emptyTrackIsWebVTT() {
        #expect(StoryboardTrack(cues: []).text == "WEBVTT\n")
    }

    /// Times are rounded from exact ones, so a cue ends where the next begins.
    @Test func roundedCuesAreAdjacent() {
        let frames = (0...9).map { Rational(1001, 30000) * (7 * $0) }
        let track = StoryboardTrack(cues: zip(frames, frames.dropFirst()).map { cue($0, $1) })
        let times = track.text.split(separator: "\n").filter { $0.contains("-->") }
            .map { $0.split(separator: " ") }
        #expect(times.count == 9)
        for (one, next) in zip(times, times.dropFirst()) { #expect(one[2] == next[0]) }
    }

    /// WebVTT, 4.1: a cue's end is after its start.
    @Test func cueLastsAtLeastAMillisecond() {
        let track = StoryboardTrack(cues: [cue(Rational(5), Rational(50_001, 10_000))])
        #expect(track.text.contains("00:00:05.000 --> 00:00:05.001\n"))
    }

    @Test func fileNameCannotEndALineOrMakeAnArrow() {
        let track = StoryboardTrack(cues: [cue(.zero, Rational(1), uri: "a\n\n00 --> 01\n")])
        #expect(track.text.split(separator: "\n").count == 3)
        #expect(track.text.split(separator: "-->").count == 2)
    }
}
