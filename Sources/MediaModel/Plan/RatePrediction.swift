/// The bit rate and quality of a rendition that a probe encode predicts, and the target that its CRF was chosen for.
public struct RatePrediction: Codable, Hashable, Sendable {
    /// The mean bit rate, in bits per second; at most the ceiling.
    public let bitrate: Int
    /// The XPSNR of luma, in dB.
    public let xpsnr: Double
    /// The target, in dB of XPSNR.
    public let target: Double

    package init(bitrate: Int, xpsnr: Double, target: Double) {
        self.bitrate = bitrate
        self.xpsnr = xpsnr
        self.target = target
    }

    /// Half a decibel and the rounding of CRFs, in dB.
    private static let expectedMargin = 0.6
    /// The margin of expectations and the usual accuracy of measurements, in dB, rounded up (docs/quality.md).
    package static let measuredMargin = 1.0

    /// Whether the quality is expected to be below the target.
    package var isBelowTarget: Bool { xpsnr < target - Self.expectedMargin }

    /// Returns whether a measured quality, in dB of XPSNR, is below the target.
    package func isBelowTarget(measured: Double) -> Bool { measured < target - Self.measuredMargin }
}
