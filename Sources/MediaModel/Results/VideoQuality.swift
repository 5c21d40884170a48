/// The similarity of a rendition's frames to those of the upload, scaled and on the output grid.
public struct VideoQuality: Codable, Hashable, Sendable {
    /// The number of frames that were compared.
    public let frames: Int
    /// The mean SSIM of all frames over luma and chroma, by libavfilter's `ssim`, 0...1.
    public let ssim: Double
    /// The PSNR, in dB, from the mean square error of all samples of all frames; at most 100.
    public let psnr: Double
    /// The mean VMAF of all frames, 0...100; `nil` if the linked libavfilter has no `libvmaf`.
    public let vmaf: Double?
    /// The XPSNR of luma of all frames, in dB, at most 100.
    public let xpsnr: Double

    public init(frames: Int, ssim: Double, psnr: Double, vmaf: Double? = nil, xpsnr: Double) {
        self.frames = frames
        self.ssim = ssim
        self.psnr = psnr
        self.vmaf = vmaf
        self.xpsnr = xpsnr
    }
}
