import MediaModel
import MediaTestSupport
import Testing
import VideoCodecs

@testable import Planning

@Suite struct ContentRuleTests {
    private func sample(_ flat: Double, _ contrast: Double, _ hardEdges: Double) -> ContentSample {
        ContentSample(
            frames: 12, flat: flat, contrast: contrast, hardEdges: hardEdges, detail: 3, noise: 0.5,
            unchanged: 0.5, motion: 1)
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
}
