import MediaUnits
import Testing

@testable import Probing

/// Audio may last longer than video; packets after a long gap are left out.
@Suite struct AudioTracksTests {
    /// Returns the end of audio with a packet of one second at each of these seconds, next to 10 s of video.
    private func end(_ seconds: some Sequence<Int>) -> (end: Rational, isShortened: Bool) {
        let timeBase = Rational(1, 1_000)
        func ticks(_ seconds: Int) -> Int { (Rational(seconds) / timeBase).rounded }
        return AudioTracks.end(
            of: seconds.map(ticks), lastDuration: ticks(1), timeBase, start: .zero,
            after: Rational(10))
    }

    @Test func audioLongerThanVideoIsUsed() {
        let found = end(0..<90)
        #expect(found.end == Rational(90))
        #expect(!found.isShortened)
    }

    /// Gaps after the end of the video may last 30 s.
    @Test(arguments: [
        ([0, 1, 40], Rational(41), false), ([0, 1, 41], Rational(2), true),
        ([0, 40, 70], Rational(71), false), ([0, 40, 71], Rational(41), true),
        ([143_165, 1, 0], Rational(2), true), ([41], Rational(0), true),
        // A gap during the video may have any length.
        ([0, 9], Rational(10), false),
    ])
    func packetsAfterLongGapAreLeftOut(seconds: [Int], last: Rational, isShortened: Bool) {
        let found = end(seconds)
        #expect(found.end == last)
        #expect(found.isShortened == isShortened)
    }

    /// Time bases come from files; none traps.
    @Test(arguments: [Rational(1, 2_147_483_647), Rational(1, 1), Rational(2_147_483_647, 1)])
    func extremeTimeBasesDoNotTrap(timeBase: Rational) {
        let videoEnd = Rational(9_999_991, 2_147_483_629)
        let found = AudioTracks.end(
            of: [-1_000_000, 0], lastDuration: 0, timeBase, start: .zero, after: videoEnd)
        #expect(found.end == .zero)
        #expect(!found.isShortened)
    }
}
