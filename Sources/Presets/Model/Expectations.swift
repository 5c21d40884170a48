public import MediaUnits

/// What a preset promises of its packages, for `presets test`; nothing of it changes what is made.
public struct Expectations: Codable, Hashable, Sendable {
    /// Mean SSIM of every rendition, 0...1, or more; `nil`: any.
    public let ssim: Double?
    /// Mean PSNR of every rendition in dB, or more; `nil`: any.
    public let psnr: Double?
    /// Mean VMAF of every rendition, 0...100, or more; `nil`: any.
    public let vmaf: Double?
    /// What the peak of no variant is above, its sound included; `nil`: any.
    public let maxrate: Bitrate?
    /// Bytes that a player fetches of the lowest rendition before it shows anything, or fewer: init and first segment;
    /// `nil`: any.
    public let firstSegment: ByteCount?

    public init(
        ssim: Double? = nil, psnr: Double? = nil, vmaf: Double? = nil, maxrate: Bitrate? = nil,
        firstSegment: ByteCount? = nil
    ) {
        self.ssim = ssim
        self.psnr = psnr
        self.vmaf = vmaf
        self.maxrate = maxrate
        self.firstSegment = firstSegment
    }
}
