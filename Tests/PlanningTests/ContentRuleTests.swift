import MediaModel
import MediaTestSupport
import Testing
import VideoCodecs

@testable import Planning

@Suite struct ContentRuleTests {
    private func sample(
        _ flat: Double, _ contrast: Double, _ hardEdges: Double, residual: Double? = 0.4
    ) -> ContentSample {
        ContentSample(
            frames: 12, flat: flat, contrast: contrast, hardEdges: hardEdges, detail: 3, noise: 0.5,
            unchanged: 0.5, motion: 1, residual: residual)
    }

    /// Flat areas and hard edges together are a screen, neither of them a camera.
    @Test(
        arguments: [
            (0.2, 0.005, 0.6, .screen), (0.94, 0.011, 0.94, .screen), (1, 1, 1, .screen),
            (0.1, 0.1, 0.85, .camera), (0, 0, 0, .camera), (0.1, 0.004, 1, .camera),
            (0.3, 0.005, 0.3, .camera), (0.31, 0.1, 0.3, .unknown), (0.3, 0.1, 0.31, .unknown),
            (0.3, 0.004, 0.3, .unknown), (0.19, 0.1, 0.9, .unknown), (0.5, 0.1, 0.59, .unknown),
            (0.5, 0.004, 1, .unknown), (0.02, 0.4, 0.99, .unknown),
        ] as [(Double, Double, Double, VideoContent)])
    func kindFollowsFromFlatBlocksAndHardEdges(
        flat: Double, contrast: Double, hardEdges: Double, kind: VideoContent
    ) {
        let sample = sample(flat, contrast, hardEdges)
        #expect(ContentRule.kind(sample) == kind)
        #expect(ContentRule.kind(start: sample, middle: nil) == kind)
        #expect(ContentRule.kind(start: nil, middle: sample) == kind)
    }

    @Test func samplesThatDisagreeAreUnknown() {
        let (screen, camera) = (sample(0.7, 0.1, 1), sample(0.01, 0.1, 0.3))
        #expect(ContentRule.kind(start: screen, middle: screen) == .screen)
        #expect(ContentRule.kind(start: camera, middle: camera) == .camera)
        #expect(ContentRule.kind(start: screen, middle: camera) == .unknown)
        #expect(ContentRule.kind(start: camera, middle: sample(0.15, 0.1, 0.5)) == .unknown)
        #expect(ContentRule.kind(start: nil, middle: nil) == .unknown)
    }

    /// Without a measurement, settings are those of a high complexity.
    ///
    /// The plan says what was decided.
    @Test(
        arguments: [
            (.camera, 0.05, .low), (.camera, 0.21, .low), (.camera, 0.22, .high),
            (.camera, 2, .high), (.camera, 0, .high), (.camera, nil, .high),
            (.unknown, 0.05, .high), (.screen, 0.05, .high),
        ] as [(VideoContent, Double?, TemporalComplexity)])
    func encodersAreSetByTheComplexity(
        kind: VideoContent, residual: Double?, expected: TemporalComplexity
    ) throws {
        let content = ContentInfo(
            kind: kind, start: sample(0, 0.1, 0.2, residual: residual), middle: nil)
        let plan = try SamplePlan.plan(SamplePlan.info(content: content, audioTracks: []))
        let rungs = try #require(plan.video).rungs
        let hasFixedPattern = rungs.map {
            $0.options["x264-params"]?.contains("b-adapt=0") ?? false
        }
        #expect(hasFixedPattern == [expected == .low, expected == .low])
        #expect(rungs.map(\.crf) == (expected == .low ? [24, 24] : [25, 25]))
        let summary = PlanSummary(plan, preset: "hls-ladder")
        #expect(summary.temporalComplexity == expected)
        let line =
            "content: \(kind.rawValue)" + (expected == .low ? ", low temporal complexity" : "")
        #expect(summary.description.split(separator: "\n").contains(Substring(line)))
    }

    /// What begins with a title or a quiet scene may not go on like that.
    @Test(arguments: [(0.0, true), (0.2, true), (0.3, false), (nil, true)] as [(Double?, Bool)])
    func middleCounts(residual: Double?, isLow: Bool) {
        let content = ContentInfo(
            kind: .camera, start: sample(0, 0.1, 0.2, residual: 0.1),
            middle: sample(0, 0.1, 0.2, residual: residual))
        #expect(ContentRule.temporalComplexity(content) == (isLow ? .low : .high))
    }

    @Test func complexityThatWasNotMeasuredIsHigh() throws {
        let black = ContentInfo(kind: .unknown, start: nil, middle: sample(0, 0.1, 0.2))
        for content in [nil, black] {
            let plan = try SamplePlan.plan(SamplePlan.info(content: content, audioTracks: []))
            #expect(PlanSummary(plan, preset: "hls-ladder").temporalComplexity == .high)
        }
    }
}
