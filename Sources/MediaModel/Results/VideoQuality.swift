/// How near a rendition's pictures are to the upload's, scaled and placed in time as the plan says.
public struct VideoQuality: Codable, Hashable, Sendable {
    /// Pictures that were compared.
    public let frames: Int
    /// The mean of all pictures' SSIM over luma and chroma, as libavfilter's `ssim` has it, 0...1.
    public let ssim: Double
    /// dB, from the mean square error of all samples of all pictures; 100 at the most.
    public let psnr: Double
    /// The mean of all pictures' VMAF, 0...100; `nil` where the linked libavfilter has no `libvmaf`.
    public let vmaf: Double?

    public init(frames: Int, ssim: Double, psnr: Double, vmaf: Double? = nil) {
        self.frames = frames
        self.ssim = ssim
        self.psnr = psnr
        self.vmaf = vmaf
    }
}
