import Testing

@testable import MediaModel

@Suite struct SegmentJoiningTests {
    private func unit(
        _ index: Int, bytes: Int, duration: Int, quality: [GOPQuality]? = nil
    ) -> SegmentResult {
        SegmentResult(
            index: index, byteCount: bytes, duration: duration, sha256: "\(index)",
            initialization: "init", codec: "avc1.64001f",
            fragments: [
                Fragment(offset: 0, size: 10, time: 0, isKey: true),
                Fragment(offset: 10, size: bytes - 10, time: 1, isKey: false),
            ], quality: quality)
    }

    @Test func positionsAndTimesCountFromTheSegmentsStart() throws {
        let units = [unit(3, bytes: 100, duration: 60), unit(4, bytes: 50, duration: 40)]
        let joined = try SegmentResult(joining: units, to: 1, sha256: "whole")
        let expected = SegmentResult(
            index: 1, byteCount: 150, duration: 100, sha256: "whole", initialization: "init",
            codec: "avc1.64001f",
            fragments: [
                Fragment(offset: 0, size: 10, time: 0, isKey: true),
                Fragment(offset: 10, size: 90, time: 1, isKey: false),
                Fragment(offset: 100, size: 10, time: 60, isKey: true),
                Fragment(offset: 110, size: 40, time: 61, isKey: false),
            ])
        #expect(joined == expected)
    }

    /// A unit that this build of libav cannot decode leaves the segment without a value.
    @Test func qualityIsThatOfAllUnits() throws {
        let gops = [0.01, 0.02, 0.03].map { GOPQuality(frames: 60, sampled: 1, byFirstSample: $0) }
        let units = [
            unit(0, bytes: 20, duration: 60, quality: [gops[0]]),
            unit(1, bytes: 20, duration: 120, quality: Array(gops[1...])),
        ]
        #expect(try SegmentResult(joining: units, to: 0, sha256: "").quality == gops)
        let unmeasured = [units[0], unit(1, bytes: 20, duration: 120)]
        #expect(try SegmentResult(joining: unmeasured, to: 0, sha256: "").quality == nil)
    }

    @Test func segmentHasAUnit() {
        #expect(throws: (any Error).self) {
            try SegmentResult(joining: [], to: 0, sha256: "")
        }
    }
}
