import MediaUnits
import Presets
import Testing

@testable import MediaModel

/// Corruption of ten seconds at 25 frames/s, whose upload starts at 2 s; times are in milliseconds.
@Suite struct CorruptionTests {
    private static let grid = FrameGrid(
        rate: Rational(25), frameCount: 250, start: Rational(2), timeBase: Rational(1, 1000),
        tolerance: Rational(1, 50))
    private static let source = (0..<250).map { 2000 + 40 * $0 }

    private func ranges(
        expected: [Int] = source, without missing: Range<Int> = 0..<0,
        corrupt: [Int] = [], frames: Range<Int> = 0..<250
    ) -> [CorruptRange] {
        let decoded = Self.source.indices.filter { !missing.contains($0) }.map { Self.source[$0] }
        return Corruption.ranges(
            expected: expected, decoded: decoded, corrupt: corrupt.map { Self.source[$0] },
            frames: frames, grid: Self.grid)
    }

    private func corruption(_ ranges: [CorruptRange], packets: Int = 0) -> Corruption {
        let chunk = ChunkResult(
            rungs: [], corruption: ranges, corruptPackets: packets, tiles: [], poster: nil)
        return Corruption([chunk.decoding])
    }

    private func range(_ start: Int, _ end: Int, missing: Bool = true) -> CorruptRange {
        CorruptRange(start: Rational(start, 25), end: Rational(end, 25), isMissing: missing)
    }

    @Test func intactUploadHasNoCorruption() {
        #expect(ranges().isEmpty)
        #expect(corruption([]).isEmpty)
        #expect(corruption([]).findings.isEmpty)
    }

    /// Times count from time 0 of the package.
    @Test func adjacentRangesOfOneKindAreJoined() {
        #expect(ranges(without: 50..<75) == [range(50, 75)])
        #expect(
            ranges(corrupt: [3, 4, 9])
                == [3, 9].map { range($0, $0 == 3 ? 5 : 10, missing: false) })
        #expect(
            ranges(without: 5..<7, corrupt: [7]) == [range(5, 7), range(7, 8, missing: false)])
        #expect(ranges(without: 249..<250) == [range(249, 250)])
    }

    /// Chunks decode frames of their neighbors, too.
    @Test func rangesAreLimitedToTheChunk() {
        #expect(ranges(without: 90..<110, frames: 100..<200) == [range(100, 110)])
        #expect(ranges(without: 0..<50, frames: 100..<200).isEmpty)
    }

    @Test func rangesOfAdjacentChunksAreJoined() {
        let chunks = [
            ranges(without: 90..<110, frames: 0..<100),
            ranges(without: 90..<110, frames: 100..<250),
        ]
        .map { ChunkResult(rungs: [], corruption: $0, corruptPackets: 0, tiles: [], poster: nil) }
        #expect(Corruption(chunks.map(\.decoding)).ranges == [range(90, 110)])
    }

    /// If packets have no usable times, only decoded frames can be corrupt.
    @Test func unknownFrameTimesGiveNoMissingRange() {
        #expect(ranges(expected: [], without: 50..<75).isEmpty)
    }

    @Test func messageListsRangesAndPackets() {
        let findings = corruption([range(50, 75), range(80, 81, missing: false)], packets: 3)
            .findings
        #expect(
            findings.map(\.message) == [
                "Parts of the video could not be decoded: missing from 2.00 s to 3.00 s, "
                    + "corrupt from 3.20 s to 3.24 s, 3 packets rejected."
            ])
    }

    @Test func longMessageIsShortened() {
        let many = (0..<20).map { range(10 * $0, 10 * $0 + 1) }
        let message = corruption(many).findings.first?.message ?? ""
        #expect(message.contains("12 more ranges"))
    }

    @Test(arguments: [(25, true), (26, false)])
    func corruptionUpToATenthIsPublished(frames: Int, isPublished: Bool) {
        let corruption = corruption([range(0, frames), range(100, 200, missing: false)])
        if isPublished {
            #expect(throws: Never.self) { try corruption.check(.publish, duration: Rational(10)) }
        } else {
            #expect(throws: PlanningError.self) {
                try corruption.check(.publish, duration: Rational(10))
            }
        }
    }

    @Test func strictPolicyRefusesAnyCorruption() {
        #expect(throws: PlanningError.self) {
            try corruption([], packets: 1).check(.refuse, duration: Rational(10))
        }
        #expect(throws: Never.self) { try corruption([]).check(.refuse, duration: Rational(10)) }
    }
}
