import MediaTestSupport
import Testing

@testable import MediaModel
@testable import Packaging
@testable import Planning

/// The finding that renditions are below the quality target: as measured, or else as the plan expected.
@Suite struct PresentationQualityTests {
    private static let expected = Finding(.qualityLimited, .warning, "720p (37.0 of 38.0 dB)")

    /// Returns the code's findings of a package of 720p and 360p, with a target of 38 dB and 37.8 expected.
    ///
    /// 720p has distortions in turn, `nil` for a segment that was not measured; 360p is measured as 40 dB.
    private func findings(
        _ distortions: [Double?], hasTarget: Bool = true, plan findings: [Finding] = []
    ) throws -> [Finding] {
        let sample = try SamplePlan.plan(SamplePlan.info(audioTracks: []))
        let video = try #require(sample.video)
        let prediction = RatePrediction(bitrate: 1_000_000, xpsnr: 37.8, target: 38)
        let plan = EncodingPlan(
            container: sample.container, startingRate: sample.startingRate,
            video: VideoPlan(
                grid: video.grid, source: video.source, gop: video.gop,
                rungs: video.rungs.map { $0.with(prediction) }, dropped: video.dropped,
                segments: video.segments, chunks: video.chunks, thumbnails: video.thumbnails),
            audio: [], captions: [], duration: sample.duration, findings: findings)
        let chunks = SampleResults.chunks(video).map { chunk in
            chunk.replacing(
                chunk.rungs.enumerated().map { index, rung in
                    rung.measured(index == 0 ? distortions : [0.01])
                })
        }
        return try Presentation(plan, video: chunks, audio: [], hasTarget: hasTarget).findings
            .filter { $0.code == .qualityLimited }
    }

    @Test func qualityBelowTheTargetIsReported() throws {
        let text =
            "These renditions are below the quality target: 720p (35.9 of 38.0 dB; 37.8 expected)."
        let found = try findings([0.016])
        #expect(found == [Finding(.qualityLimited, .warning, text)])
    }

    /// The mean counts, and less than 1 dB does not.
    @Test(arguments: [[0.0126], [0.0120, 0.0150]])
    func measurementReplacesTheExpectation(_ distortions: [Double]) throws {
        #expect(try findings(distortions, plan: [Self.expected]) == [])
    }

    @Test func segmentsWithoutAValueDoNotCount() throws {
        #expect(try findings([nil, 0.016]).count == 1)
        #expect(try findings([nil]) == [])
    }

    /// The target of an adaptive ladder is no promise.
    @Test func presetWithoutATargetHasNoFinding() throws {
        #expect(try findings([0.016], hasTarget: false) == [])
    }

    /// The sample plan has segments of three, three and one GOPs.
    ///
    /// 720p is as reported in the first segment, and twice that in the others;
    /// frame 12 of 360p adds a half in the compared GOPs.
    @Test func renditionsCorrectEachOther() throws {
        let video = try #require(try SamplePlan.plan(SamplePlan.info(audioTracks: [])).video)
        func gop(_ frames: Int, _ reported: Double, _ factors: [Double]) -> GOPQuality {
            let estimates = factors.map { $0 * reported }
            return GOPQuality(
                frames: frames, sampled: factors.count, byReports: reported,
                byFirstSample: estimates.first,
                byAllSamples: estimates.count > 1 ? estimates[1] : nil)
        }
        let results = try video.rungs.indices.map { rung in
            let chunks = try SampleResults.chunks(video).map { chunk in
                let unit = video.units[chunk.rungs[rung].segments[0].index]
                let factor = unit.index == 0 ? 1.0 : 2
                let gops = video.qualitySamples(of: unit, in: rung).gops.map { samples in
                    gop(
                        samples.frames.count, rung == 0 ? 0.01 : 0.02,
                        samples.compared.indices.map { $0 == 0 ? factor : 1.5 * factor })
                }
                return try #require(chunk.rungs[rung].segments.first).measured(gops)
            }
            let first = try #require(SampleResults.chunks(video).first).rungs[rung]
            return RenditionResult(
                name: first.name, codec: first.codec, initialization: first.initialization,
                segments: chunks)
        }
        let distortions = video.quality(results).map { $0.map { $0?.distortion ?? 0 } }
        #expect(distortions.map(\.count) == [3, 3])
        for (found, reported) in zip(distortions, [0.01, 0.02]) {
            let expected = [(1 + 1.5 + 1) / 3, (2 + 3 + 2) / 3, 3].map { $0 * reported }
            #expect(zip(found, expected).allSatisfy { abs($0 / $1 - 1) < 1e-9 }, "\(found)")
        }
    }
}

extension SegmentResult {
    fileprivate func measured(_ gops: [GOPQuality]?) -> SegmentResult {
        SegmentResult(
            index: index, byteCount: byteCount, duration: duration, sha256: sha256,
            initialization: initialization, codec: codec, fragments: fragments, quality: gops)
    }
}

extension RenditionResult {
    /// Returns the result with distortions of its segments, which are repeated.
    fileprivate func measured(_ distortions: [Double?]) -> RenditionResult {
        RenditionResult(
            name: name, codec: codec, initialization: initialization,
            segments: segments.map { segment in
                segment.measured(
                    distortions[segment.index % distortions.count].map {
                        [GOPQuality(frames: 180, sampled: 1, byFirstSample: $0)]
                    })
            })
    }
}
