/// The format and the color space of a frame's pixels (ITU-T H.273, with libav's names).
public struct PixelDescription: Codable, Hashable, Sendable {
    /// libav's name: `yuv420p`, `yuv420p10le`, `bgra`.
    public let format: String
    /// Bits per component.
    public let bitDepth: Int
    public let isRGB: Bool
    public let hasAlpha: Bool
    /// Whether components have full range (0...255 in 8 bits).
    public let isFullRange: Bool
    /// `bt709`, `smpte170m`, `bt2020nc`; `nil` if unspecified.
    public let matrix: String?
    /// `bt709`, `smpte2084` (PQ), `arib-std-b67` (HLG); `nil` if unspecified.
    public let transfer: String?
    /// `bt709`, `bt2020`; `nil` if unspecified.
    public let primaries: String?

    public init(
        format: String, bitDepth: Int, isRGB: Bool, hasAlpha: Bool, isFullRange: Bool,
        matrix: String? = nil, transfer: String? = nil, primaries: String? = nil
    ) {
        self.format = format
        self.bitDepth = bitDepth
        self.isRGB = isRGB
        self.hasAlpha = hasAlpha
        self.isFullRange = isFullRange
        self.matrix = matrix
        self.transfer = transfer
        self.primaries = primaries
    }
}
