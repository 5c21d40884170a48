import MediaUnits
import Testing

@testable import Probing

/// Sound may go on long behind the pictures; packets that jump far behind everything else are not believed.
@Suite struct AudioTracksTests {
    /// The end of sound that a packet of a second starts at each of these seconds, behind 10 s of pictures.
    private func end(_ seconds: some Sequence<Int>) -> (end: Rational, isCut: Bool) {
        let timeBase = Rational(1, 1_000)
        func ticks(_ seconds: Int) -> Int { (Rational(seconds) / timeBase).rounded }
        return AudioTracks.end(
            of: seconds.map(ticks), lastDuration: ticks(1), timeBase, start: .zero,
            behind: Rational(10))
    }

    @Test func longSoundBehindShortPicturesIsKept() {
        let found = end(0..<90)
        #expect(found.end == Rational(90))
        #expect(!found.isCut)
    }

    /// 30 s behind the pictures' end or the packet before are believed, one more is not.
    @Test(arguments: [
        ([0, 1, 40], Rational(41), false), ([0, 1, 41], Rational(2), true),
        ([0, 40, 70], Rational(71), false), ([0, 40, 71], Rational(41), true),
        ([143_165, 1, 0], Rational(2), true), ([41], Rational(0), true),
        // A gap within the pictures is silence, whatever its length.
        ([0, 9], Rational(10), false),
    ])
    func aJumpBehindThePicturesIsNotBelieved(seconds: [Int], last: Rational, isCut: Bool) {
        let found = end(seconds)
        #expect(found.end == last)
        #expect(found.isCut == isCut)
    }

    /// Time bases come from files: none traps.
    @Test(arguments: [Rational(1, 2_147_483_647), Rational(1, 1), Rational(2_147_483_647, 1)])
    func hostileTimeBases(timeBase: Rational) {
        let videoEnd = Rational(9_999_991, 2_147_483_629)
        let found = AudioTracks.end(
            of: [-1_000_000, 0], lastDuration: 0, timeBase, start: .zero, behind: videoEnd)
        #expect(found.end == .zero)
        #expect(!found.isCut)
    }
}
