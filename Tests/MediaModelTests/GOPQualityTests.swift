import Foundation
import Testing

@testable import MediaModel

/// The quality of a segment, of which small renditions compare some GOPs only.
@Suite struct GOPQualityTests {
    private func gop(_ reported: Double?, first: Double? = nil, all: Double? = nil) -> GOPQuality {
        let count = [first, all].compactMap(\.self).count
        return GOPQuality(
            frames: 60, sampled: count, byReports: reported, byFirstSample: first,
            byAllSamples: all)
    }

    private func distortion(
        _ gops: [GOPQuality], following followed: [GOPQuality]? = nil,
        refinedBy refining: [GOPQuality]? = nil
    ) throws -> Double {
        try #require(SegmentQuality(gops, following: followed, refinedBy: refining)).distortion
    }

    @Test func allComparedFramesCount() throws {
        let gops = [gop(0.01, first: 0.012), gop(0.01, first: 0.012, all: 0.03)]
        #expect(abs(try distortion(gops) - (0.012 + 0.03) / 2) < 1e-12)
        #expect(SegmentQuality(gops)?.sampled == 3 && SegmentQuality(gops)?.frames == 120)
    }

    /// The followed rendition has 1.5 and 3 times what its encoder reports in the outer GOPs, and just that in the middle.
    @Test func gopWithoutAComparedFrameFollowsALargerRendition() throws {
        let larger = [gop(0.02, first: 0.03), gop(0.02, first: 0.02), gop(0.02, first: 0.06)]
        let small = [gop(0.01), gop(0.01, first: 0.01, all: 0.02), gop(0.01)]
        #expect(
            abs(try distortion(small, following: larger) - (0.015 + 0.02 + 0.03) / 3) < 1e-12)
        // In the middle, the correction of the small one is twice that of the other by the first frame.
        let worse = [gop(0.01), gop(0.01, first: 0.02, all: 0.02), gop(0.01)]
        #expect(
            abs(try distortion(worse, following: larger) - (0.03 + 0.02 + 0.06) / 3) < 1e-12)
        // Without another rendition, all GOPs have the mean correction.
        #expect(abs(try distortion(worse) - 0.02) < 1e-12)
    }

    /// Further frames of the small rendition correct the first one of the others.
    @Test func comparedGOPIsRefinedByASmallRendition() throws {
        let small = [gop(0.02), gop(0.02, first: 0.02, all: 0.03)]
        let larger = [gop(0.01, first: 0.02), gop(0.01, first: 0.04)]
        #expect(abs(try distortion(larger, refinedBy: small) - (0.02 + 0.06) / 2) < 1e-12)
        // Not those of which it has further frames itself.
        let deep = [gop(0.01, first: 0.02), gop(0.01, first: 0.04, all: 0.05)]
        #expect(abs(try distortion(deep, refinedBy: small) - (0.02 + 0.05) / 2) < 1e-12)
    }

    /// Such a segment is not that of the plan.
    @Test func otherNumbersOfGOPsAreIgnored() throws {
        let gops = [gop(0.01, first: 0.02), gop(0.01)]
        let other = [gop(0.01, first: 0.04, all: 0.08)]
        #expect(try distortion(gops, following: other, refinedBy: other) == distortion(gops))
    }

    /// The estimate by frame 2 of an encoder without reports is another one.
    @Test func onlyReportsAreRefined() throws {
        let small = [gop(0.02, first: 0.02, all: 0.03)]
        #expect(try distortion([gop(nil, first: 0.02)], refinedBy: small) == 0.02)
    }

    /// A followed GOP without a correction says nothing about the others.
    @Test func onlyCommonCorrectionsAreCompared() throws {
        let larger = [gop(0.02, first: 0.03), gop(0, first: 0), gop(0.02, first: 0.02)]
        let small = [gop(0.01), gop(0.01, first: 0.03, all: 0.03), gop(0.01)]
        #expect(
            abs(try distortion(small, following: larger) - (0.015 + 0.03 + 0.01) / 3) < 1e-12)
    }

    /// Sandbox processes may report the extremes that validation permits.
    @Test(arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e-12, 100])
    func anyEstimatesGiveAFiniteQuality(value: Double) throws {
        for other in [Double.leastNonzeroMagnitude, 1e-300, 100] {
            let larger = [gop(value, first: other), gop(other, first: value)]
            let small = [gop(other, first: value, all: other), gop(100)]
            for gops in [larger, small] {
                let quality = try #require(
                    SegmentQuality(gops, following: larger, refinedBy: small))
                #expect(quality.xpsnr.isFinite && quality.distortion.isFinite)
            }
        }
    }

    /// Equal frames, of black for instance, have no logarithm.
    @Test func equalFramesCorrectNothing() throws {
        let black = [gop(0, first: 0), gop(0, first: 0, all: 0), gop(0)]
        #expect(try distortion(black, following: black, refinedBy: black) == 0)
        let grain = [gop(0.01, first: 0.01), gop(0.01), gop(0.01, first: 0.01)]
        #expect(
            abs(try distortion(grain, following: black, refinedBy: black) - 0.01) < 1e-12)
    }

    /// x265 reports no errors.
    @Test func reportsAreNotNeeded() throws {
        #expect(abs(try distortion([gop(nil, first: 0.01), gop(nil, first: 0.03)]) - 0.02) < 1e-12)
        #expect(SegmentQuality([gop(nil)]) == nil)
        #expect(SegmentQuality([gop(nil, first: 0.01), gop(nil)]) == nil)
    }
}
