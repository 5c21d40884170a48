import MediaTestSupport
import Testing

@testable import MediaModel
@testable import Packaging

/// The finding about renditions that have missed the quality target.
@Suite struct PresentationQualityTests {
    /// Returns 720p with a target of 38 dB and two segments of 3 s and 500,000 bytes.
    private func video(_ distortions: Double?...) throws -> Presentation.Video {
        let rung = try #require(
            SamplePlan.plan(SamplePlan.info(audioTracks: [])).video?.rungs.first)
        return Presentation.Video(
            plan: rung.with(RatePrediction(bitrate: 1_000_000, xpsnr: 38, target: 38)),
            media: Presentation.Media(
                path: "video/720p", codec: "avc1.64001f", initialization: "init.mp4",
                timescale: rung.timescale,
                segments: distortions.enumerated().map { index, distortion in
                    Presentation.Segment(
                        fileName: "\(index).m4s", duration: 3 * rung.timescale, byteCount: 500_000,
                        fragments: [],
                        quality: distortion.map {
                            SegmentQuality(frames: 90, sampled: 2, distortion: $0)
                        })
                }))
    }

    @Test func missedTargetIsReportedWithItsFigures() throws {
        let missed = try [video(0.0150, 0.0170)]
        #expect(missed.hasQuality)
        let text =
            "These renditions have missed the quality target: "
            + "720p (35.9 of 38.0 dB, with 1.33 of at most 3.00 Mb/s)."
        #expect(missed.qualityFinding == Finding(.qualityLimited, .warning, text))
    }

    /// The mean counts, and a miss of less than 1 dB does not.
    @Test(arguments: [[0.0126, 0.0126], [0.0120, 0.0160]])
    func reachedTargetIsNotReported(_ distortions: [Double]) throws {
        let reached = try [video(distortions[0], distortions[1])]
        #expect(reached.hasQuality && reached.qualityFinding == nil)
    }

    @Test func segmentWithoutAValueLeavesTheExpectation() throws {
        #expect(try ![video(0.0150, nil)].hasQuality)
        #expect(![Presentation.Video]().hasQuality)
    }
}
