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

    /// Whether the target is not expected to be reached, by more than the rounding of CRFs and half a decibel.
    package var missesTarget: Bool { xpsnr < target - 0.6 }

    /// Returns whether a measured XPSNR, in dB, misses the target: by more than that and the accuracy of the measure.
    package func isMissed(by measured: Double) -> Bool { measured < target - 1 }
}
