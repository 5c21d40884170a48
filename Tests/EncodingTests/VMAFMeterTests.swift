import Foundation
import LibAV
import MediaTestSupport
import MediaUnits
import Presets
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel

@Suite struct VMAFMeterTests {
    /// A report of libvmaf 3.0, shortened to one frame.
    private static let report = """
        {
          "version": "3.0.0",
          "fps": 62.53,
          "frames": [ { "frameNum": 0, "metrics": { "integer_motion": 0.0, "vmaf": 97.428414 } } ],
          "pooled_metrics": {
            "integer_motion": { "min": 0.0, "max": 1.9, "mean": 1.6, "harmonic_mean": 1.6 },
            "vmaf": { "min": 97.428414, "max": 100.0, "mean": 99.728307, "harmonic_mean": 99.7 }
          },
          "aggregate_metrics": { }
        }
        """

    @Test func meanOfAllFramesIsRead() throws {
        #expect(try VMAFMeter.mean(in: Data(Self.report.utf8)) == 99.728307)
        let without = Self.report.replacing("\"vmaf\": { \"min", with: "\"x\": { \"min")
        #expect(try VMAFMeter.mean(in: Data(without.utf8)) == nil)
        #expect(throws: (any Error).self) { try VMAFMeter.mean(in: Data()) }
    }

    /// Only some builds of FFmpeg have libvmaf.
    @Test(.enabled(if: VMAFMeter.isAvailable))
    func equalFramesHaveAHighScore() throws {
        let size = Resolution(width: 320, height: 180)
        let pixels = TestFrame.quarters([20, 90, 160, 230], size)
        let frame = try Frame(pixels: pixels[...], size: size, format: "yuv420p")
        let meter = try VMAFMeter(
            for: frame, timeBase: Rational(1, 25),
            in: FileManager.default.temporaryDirectory.filePath)
        for number in 0..<3 {
            frame.presentationTime = number
            try meter.take(frame.sharing(), frame.sharing())
        }
        #expect(try meter.finish() > 95)
    }
}
