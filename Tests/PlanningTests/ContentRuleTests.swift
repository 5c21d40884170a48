import MediaModel
import MediaTestSupport
import Testing
import VideoCodecs

@testable import Planning

@Suite struct ContentRuleTests {
    private func sample(
        _ flat: Double, _ contrast: Double, _ hardEdges: Double, residual: Double? = 0.4,
        noise: Double = 0.5, unchanged: Double? = 0.5
    ) -> ContentSample {
        ContentSample(
            frames: 12, flat: flat, contrast: contrast, hardEdges: hardEdges, detail: 3,
            noise: noise,
            unchanged: unchanged, motion: 1, residual: residual)
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

    /// Without a measurement, settings are those of a medium complexity.
    ///
    /// The plan says what was decided.
    @Test(
        arguments: [
            (.camera, 0.05, .low), (.camera, 0.21, .low), (.camera, 0.22, .medium),
            (.camera, 2, .medium), (.camera, 0, .medium), (.camera, nil, .medium),
            (.unknown, 0.05, .medium), (.screen, 0.05, .medium),
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
        #expect(rungs.map(\.crf) == (expected == .low ? [24, 24] : [25, 24.25]))
        let summary = PlanSummary(plan, preset: "hls-ladder")
        #expect(summary.temporalComplexity == expected)
        #expect(
            summary.description.contains(
                expected == .low ? ", CRF 24, below" : ", CRF 24.25, below"))
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
        #expect(ContentRule.temporalComplexity(content) == (isLow ? .low : .medium))
    }

    /// The whole frame changes, and not by motion that can be compensated; the smoothest blocks have a fifth of the detail of
    /// the others.
    @Test(
        arguments: [
            (.camera, 0.22, 0.09, 0.61, .high), (.camera, 3, 0, 3, .high),
            (.camera, 0.21, 0.09, 1, .low), (.camera, 0.3, 0.1, 1, .medium),
            (.camera, 0.3, 0.09, 0.59, .medium), (.camera, 0.3, nil, 1, .medium),
            (.camera, nil, 0.09, 1, .medium), (.screen, 0.3, 0.09, 1, .medium),
            (.unknown, 0.3, 0.09, 1, .medium),
        ] as [(VideoContent, Double?, Double?, Double, TemporalComplexity)])
    func noiseAndMotionAreAHighComplexity(
        kind: VideoContent, residual: Double?, unchanged: Double?, noise: Double,
        expected: TemporalComplexity
    ) throws {
        let start = sample(
            0, 0.1, 0.2, residual: residual, noise: noise, unchanged: unchanged)
        let content = ContentInfo(kind: kind, start: start, middle: nil)
        #expect(ContentRule.temporalComplexity(content) == expected)
        let plan = try SamplePlan.plan(SamplePlan.info(content: content, audioTracks: []))
        let summary = PlanSummary(plan, preset: "hls-ladder").description
        #expect(summary.contains("camera, high temporal complexity") == (expected == .high))
    }

    /// What is compensated well in the middle has a medium complexity; a frame that repeats says nothing.
    @Test(arguments: [(0.0, true), (0.1, false), (0.3, true), (nil, true)] as [(Double?, Bool)])
    func middleCountsForAHighComplexity(residual: Double?, isHigh: Bool) {
        let content = ContentInfo(
            kind: .camera, start: sample(0, 0.1, 0.2, residual: 0.5, noise: 1, unchanged: 0),
            middle: sample(0, 0.1, 0.2, residual: residual))
        #expect(ContentRule.temporalComplexity(content) == (isHigh ? .high : .medium))
    }

    @Test func complexityThatWasNotMeasuredIsMedium() throws {
        let black = ContentInfo(kind: .unknown, start: nil, middle: sample(0, 0.1, 0.2))
        for content in [nil, black] {
            let plan = try SamplePlan.plan(SamplePlan.info(content: content, audioTracks: []))
            #expect(PlanSummary(plan, preset: "hls-ladder").temporalComplexity == .medium)
        }
    }
}
