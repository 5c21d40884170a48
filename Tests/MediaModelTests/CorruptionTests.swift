import MediaUnits
import Presets
import Testing

@testable import MediaModel

/// Ten seconds at 25 frames/s, whose upload starts at 2 s, in milliseconds.
@Suite struct CorruptionTests {
    private static let grid = FrameGrid(
        rate: Rational(25), frameCount: 250, start: Rational(2), timeBase: Rational(1, 1000),
        tolerance: Rational(1, 50))
    private static let source = (0..<250).map { 2000 + 40 * $0 }

    private func times(
        expected: [Int] = source, without missing: Range<Int> = 0..<0,
        faulty: [Int] = [], frames: Range<Int> = 0..<250
    ) -> [CorruptRange] {
        let shown = Self.source.indices.filter { !missing.contains($0) }.map { Self.source[$0] }
        return Corruption.times(
            expected: expected, shown: shown, faulty: faulty.map { Self.source[$0] },
            frames: frames, grid: Self.grid)
    }

    private func corruption(_ times: [CorruptRange], packets: Int = 0) -> Corruption {
        let chunk = ChunkResult(
            rungs: [], corruption: times, corruptPackets: packets, tiles: [], poster: nil)
        return Corruption([chunk])
    }

    private func stretch(_ start: Int, _ end: Int, missing: Bool = true) -> CorruptRange {
        CorruptRange(start: Rational(start, 25), end: Rational(end, 25), isMissing: missing)
    }

    @Test func wholeUploadsHaveNone() {
        #expect(times().isEmpty)
        #expect(corruption([]).isNone)
        #expect(corruption([]).notices.isEmpty)
    }

    /// Times count from the package's own 0.
    @Test func neighborsOfOneKindAreOneStretch() {
        #expect(times(without: 50..<75) == [stretch(50, 75)])
        #expect(
            times(faulty: [3, 4, 9])
                == [3, 9].map { stretch($0, $0 == 3 ? 5 : 10, missing: false) })
        #expect(
            times(without: 5..<7, faulty: [7]) == [stretch(5, 7), stretch(7, 8, missing: false)])
        #expect(times(without: 249..<250) == [stretch(249, 250)])
    }

    /// Nodes see frames of their neighbors, but tell of their own.
    @Test func aNodeTellsOfItsOwnFramesOnly() {
        #expect(times(without: 90..<110, frames: 100..<200) == [stretch(100, 110)])
        #expect(times(without: 0..<50, frames: 100..<200).isEmpty)
    }

    @Test func stretchesOfNeighbouringNodesJoin() {
        let chunks = [
            times(without: 90..<110, frames: 0..<100), times(without: 90..<110, frames: 100..<250),
        ]
        .map { ChunkResult(rungs: [], corruption: $0, corruptPackets: 0, tiles: [], poster: nil) }
        #expect(Corruption(chunks).times == [stretch(90, 110)])
    }

    /// Where packets do not tell of frames, only those that came out can be faulty.
    @Test func withoutExpectationsNothingIsMissing() {
        #expect(times(expected: [], without: 50..<75).isEmpty)
    }

    @Test func messageNamesTheMissingPart() {
        let notice = corruption([stretch(50, 75), stretch(80, 81, missing: false)], packets: 3)
            .notices
        #expect(
            notice.map(\.message) == [
                "Parts of the pictures could not be decoded: missing from 2.00 s to 3.00 s, "
                    + "faulty from 3.20 s to 3.24 s, 3 packets refused."
            ])
    }

    @Test func aLongListIsCut() {
        let many = (0..<20).map { stretch(10 * $0, 10 * $0 + 1) }
        let message = corruption(many).notices.first?.message ?? ""
        #expect(message.contains("12 more such times"))
    }

    @Test(arguments: [(25, true), (26, false)])
    func aTenthMayBeMissing(frames: Int, isPublished: Bool) {
        let corruption = corruption([stretch(0, frames), stretch(100, 200, missing: false)])
        if isPublished {
            #expect(throws: Never.self) { try corruption.check(.publish, duration: Rational(10)) }
        } else {
            #expect(throws: PlanningError.self) {
                try corruption.check(.publish, duration: Rational(10))
            }
        }
    }

    @Test func aStrictPolicyRefusesAny() {
        #expect(throws: PlanningError.self) {
            try corruption([], packets: 1).check(.refuse, duration: Rational(10))
        }
        #expect(throws: Never.self) { try corruption([]).check(.refuse, duration: Rational(10)) }
    }
}
