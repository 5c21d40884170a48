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
}
