import MediaUnits
import Testing

@testable import Encoding

@Suite struct DistortionModelTests {
    private typealias Packet = DistortionModel.Packet

    private static let xpsnr = XPSNR(
        size: Resolution(width: 320, height: 180), frameRate: Rational(25))

    /// I P B B, where only the B-frames are shown before a frame that is decoded earlier.
    private static let packets = [
        Packet(frame: 0, byteCount: 1000, quantizer: nil, lumaError: nil),
        Packet(frame: 3, byteCount: 300, quantizer: 30, lumaError: nil),
        Packet(frame: 1, byteCount: 50, quantizer: nil, lumaError: nil),
        Packet(frame: 2, byteCount: 50, quantizer: nil, lumaError: nil),
    ]

    @Test func framesAreDistinguishedByOrderAndBytes() throws {
        let relative = DistortionModel(Self.packets, Self.xpsnr).relative
        #expect(relative.count == 4)
        let values = try (0..<4).map { try #require(relative[$0]) }
        #expect(values[0] < values[3] && values[3] < values[1] && values[1] < values[2])
    }

    /// The measured frames set the level: twice the distortion of these is twice the mean.
    @Test func meanIsProportionalToTheMeasuredFrames() throws {
        let model = DistortionModel(Self.packets, Self.xpsnr)
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
                quantizer: $0 == 0 ? nil : 30 + 12 * Double($0 / 3), lumaError: nil)
        }
        let relative = DistortionModel(packets, Self.xpsnr).relative
        let ratio = try #require(relative[3]) / #require(relative[2])
        #expect((2..<4).contains(ratio))
    }

    /// Packets whose encoder reports errors, with other activities of their frames.
    private func reported(_ errors: [Int?], activity: [Int: Double]) -> DistortionModel {
        DistortionModel(
            errors.enumerated().map {
                Packet(frame: $0, byteCount: 1000, quantizer: nil, lumaError: $1)
            }, Self.xpsnr, activity: activity)
    }

    @Test func distortionRisesWithTheReportedError() throws {
        let relative = reported([100, 100, 1600, 100], activity: [0: 9]).relative
        let ratio = try #require(relative[2]) / #require(relative[3])
        // 16 to the power of half of 0.743.
        #expect(abs(ratio - 2.801) < 0.01)
        #expect(try #require(relative[0]) < #require(relative[3]))
    }

    /// XPSNR divides errors by activity, which is interpolated between frames.
    @Test func distortionFallsWithTheActivity() throws {
        let relative = reported([9, 9, 9, 9, 9, 9, 9], activity: [2: 10, 6: 160]).relative
        let values = try (1...6).map { try #require(relative[$0]) }
        #expect(abs(values[0] / values[1] - 1) < 0.02, "constant before the first value")
        #expect(zip(values[1...], values[2...]).allSatisfy { $0 > $1 })
        // 16 to the power of half of 0.662; 4 halfway.
        #expect(abs(values[1] / values[5] - 2.504) < 0.02)
        #expect(abs(values[1] / values[3] - 1.582) < 0.02)
    }

    /// A black frame is equal, the others are not.
    @Test func equalFrameDoesNotStandForTheOthers() throws {
        let errors = [0, 0, 0, 400_000, 400_000, 400_000]
        let model = reported(errors, activity: [2: 50])
        let mean = try #require(model.mean(from: [2: 0]))
        let other = Self.xpsnr.distortion(squaredError: 400_000, activity: 50)
        #expect(abs(mean - other / 2 / 1.5) < 1e-9)
        #expect(try #require(model.mean(from: [2: 1])) < other)
        #expect(reported([0, 0, 0], activity: [2: 50]).mean(from: [2: 0]) == 0)
    }

    /// A frame without an error, or activity of no frame: then bytes and quantizers count.
    @Test func missingErrorsAreNotUsed() {
        let plain = reported([nil, nil, nil, nil], activity: [0: 9]).relative
        #expect(reported([5, nil, 50, 500], activity: [0: 9]).relative == plain)
        #expect(reported([5, 5, 50, 500], activity: [:]).relative == plain)
    }

    @Test func allFramesGiveTheirMean() throws {
        let measured = [0: 0.004, 1: 0.01, 2: 0.012, 3: 0.008]
        let mean = try #require(DistortionModel(Self.packets, Self.xpsnr).mean(from: measured))
        #expect(abs(mean - 0.0085) < 1e-12)
    }

    @Test func withoutMeasuredFramesThereIsNoMean() {
        #expect(DistortionModel(Self.packets, Self.xpsnr).mean(from: [:]) == nil)
        #expect(DistortionModel(Self.packets, Self.xpsnr).mean(from: [7: 0.1]) == nil)
        #expect(DistortionModel([], Self.xpsnr).mean(from: [0: 0.1]) == nil)
    }
}
