import Testing

@testable import PresetEvaluation

@Suite struct DecibelTests {
    @Test(arguments: [(0.9, 10.0), (0.99, 20), (1, 100)])
    func similarityInDecibels(ssim: Double, decibels: Double) {
        #expect(abs(Decibels.ofSimilarity(ssim) - decibels) < 1e-9)
    }
}
