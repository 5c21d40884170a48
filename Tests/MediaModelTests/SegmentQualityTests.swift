import Testing

@testable import MediaModel

@Suite struct SegmentQualityTests {
    @Test(arguments: [(0.01, 40.0), (0.1, 20), (0, 100), (1e-9, 100), (1, 0)])
    func xpsnrIsTheDistortionInDecibels(distortion: Double, decibels: Double) {
        let quality = SegmentQuality(frames: 1, sampled: 1, distortion: distortion)
        #expect(abs(quality.xpsnr - decibels) < 1e-9)
    }

    /// Two GOPs of 60 frames and one of 20, for instance.
    @Test func combinationIsTheMeanOverFrames() {
        let parts = [(60, 3, 0.01), (60, 3, 0.02), (20, 1, 0.05)].map {
            SegmentQuality(frames: $0, sampled: $1, distortion: $2)
        }
        let all = SegmentQuality.combined(parts)
        #expect(all?.frames == 140 && all?.sampled == 7)
        #expect(abs((all?.distortion ?? 0) - (0.6 + 1.2 + 1) / 140) < 1e-12)
        let nested = SegmentQuality.combined([
            SegmentQuality.combined(Array(parts[..<2])), parts[2],
        ])
        #expect(abs((nested?.distortion ?? 0) - (all?.distortion ?? 1)) < 1e-12)
    }

    @Test func unmeasuredPartDoesNotCount() {
        let part = SegmentQuality(frames: 1, sampled: 1, distortion: 0.5)
        #expect(SegmentQuality.combined([nil, part, nil]) == part)
        #expect(SegmentQuality.combined([nil]) == nil)
        #expect(SegmentQuality.combined([]) == nil)
    }
}
