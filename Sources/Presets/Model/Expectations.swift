public import MediaUnits

/// The limits that packages of a preset are checked against in an evaluation; they do not change packages.
public struct Expectations: Codable, Hashable, Sendable {
    /// The minimum mean SSIM of every rendition, 0...1; `nil` for any.
    public let ssim: Double?
    /// The minimum mean PSNR of every rendition, in dB; `nil` for any.
    public let psnr: Double?
    /// The minimum mean VMAF of every rendition, 0...100; `nil` for any.
    public let vmaf: Double?
    /// The minimum XPSNR of luma of every rendition, in dB; `nil` for any.
    public let xpsnr: Double?
    /// The maximum peak bit rate of every variant, with its audio; `nil` for any.
    public let maxrate: Bitrate?
    /// The maximum number of bytes that a player of the lowest variant loads before playback: init segments and first
    /// segments; `nil` for any.
    public let firstSegment: ByteCount?

    public init(
        ssim: Double? = nil, psnr: Double? = nil, vmaf: Double? = nil, xpsnr: Double? = nil,
        maxrate: Bitrate? = nil, firstSegment: ByteCount? = nil
    ) {
        self.ssim = ssim
        self.psnr = psnr
        self.vmaf = vmaf
        self.xpsnr = xpsnr
        self.maxrate = maxrate
        self.firstSegment = firstSegment
    }
}
