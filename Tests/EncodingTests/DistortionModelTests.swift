import Testing

@testable import Encoding

@Suite struct DistortionModelTests {
    private typealias Packet = DistortionModel.Packet

    /// I P B B, where only the B-frames are shown before a frame that is decoded earlier.
    private static let packets = [
        Packet(frame: 0, byteCount: 1000, quantizer: nil),
        Packet(frame: 3, byteCount: 300, quantizer: 30),
        Packet(frame: 1, byteCount: 50, quantizer: nil),
        Packet(frame: 2, byteCount: 50, quantizer: nil),
    ]

    @Test func framesAreDistinguishedByOrderAndBytes() throws {
        let relative = DistortionModel(Self.packets).relative
        #expect(relative.count == 4)
        let values = try (0..<4).map { try #require(relative[$0]) }
        #expect(values[0] < values[3] && values[3] < values[1] && values[1] < values[2])
    }

    /// The measured frames set the level: twice the distortion of these is twice the mean.
    @Test func meanIsProportionalToTheMeasuredFrames() throws {
        let model = DistortionModel(Self.packets)
        let one = try #require(model.mean(from: [2: 0.01]))
        #expect(try #require(model.mean(from: [2: 0.02])) == 2 * one)
        #expect(one < 0.01, "B-frames have more distortion than the others")
        #expect(model.mean(from: [2: 0]) == 0)
    }

    /// Twelve steps of the quantizer are two doublings of its step.
    @Test func distortionRisesWithTheQuantizer() throws {
        let packets = (0..<4).map {
            Packet(
                frame: $0, byteCount: 1000,
                quantizer: $0 == 0 ? nil : 30 + 12 * Double($0 / 3))
        }
        let relative = DistortionModel(packets).relative
        let ratio = try #require(relative[3]) / #require(relative[2])
        #expect((2..<4).contains(ratio))
    }

    @Test func allFramesGiveTheirMean() throws {
        let measured = [0: 0.004, 1: 0.01, 2: 0.012, 3: 0.008]
        let mean = try #require(DistortionModel(Self.packets).mean(from: measured))
        #expect(abs(mean - 0.0085) < 1e-12)
    }

    @Test func withoutMeasuredFramesThereIsNoMean() {
        #expect(DistortionModel(Self.packets).mean(from: [:]) == nil)
        #expect(DistortionModel(Self.packets).mean(from: [7: 0.1]) == nil)
        #expect(DistortionModel([]).mean(from: [0: 0.1]) == nil)
    }
}
