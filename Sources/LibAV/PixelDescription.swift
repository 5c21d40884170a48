internal import CLibAV

/// How the pixels of a picture are stored, and what their numbers mean (ITU-T H.273 names, as libav spells them).
public struct PixelDescription: Codable, Hashable, Sendable {
    /// libav's name: `yuv420p`, `yuv420p10le`, `bgra`.
    public let format: String
    public let bitDepth: Int
    public let isRGB: Bool
    public let hasAlpha: Bool
    /// True for full range (0...255 in 8 bits).
    public let isFullRange: Bool
    /// `bt709`, `smpte170m`, `bt2020nc`; `nil` if not told.
    public let matrix: String?
    /// `bt709`, `smpte2084` (PQ), `arib-std-b67` (HLG); `nil` if not told.
    public let transfer: String?
    /// `bt709`, `bt2020`; `nil` if not told.
    public let primaries: String?

    init(_ frame: UnsafePointer<AVFrame>) {
        self.init(
            format: AVPixelFormat(frame.pointee.format), range: frame.pointee.color_range,
            matrix: frame.pointee.colorspace, transfer: frame.pointee.color_trc,
            primaries: frame.pointee.color_primaries)
    }

    init(
        format: AVPixelFormat, range: AVColorRange, matrix: AVColorSpace,
        transfer: AVColorTransferCharacteristic, primaries: AVColorPrimaries
    ) {
        let description = av_pix_fmt_desc_get(format)?.pointee
        self.format = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown"
        bitDepth = description.map { Int($0.comp.0.depth) } ?? 0
        let flags = description?.flags ?? 0
        isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        // "yuvj" formats say full range by their name (libavutil/pixfmt.h).
        isFullRange = range == AVCOL_RANGE_JPEG || self.format.hasPrefix("yuvj") || isRGB
        self.matrix = Self.told(
            matrix == AVCOL_SPC_UNSPECIFIED ? nil : av_color_space_name(matrix))
        self.transfer = Self.told(
            transfer == AVCOL_TRC_UNSPECIFIED ? nil : av_color_transfer_name(transfer))
        self.primaries = Self.told(
            primaries == AVCOL_PRI_UNSPECIFIED ? nil : av_color_primaries_name(primaries))
    }

    private static func told(_ name: UnsafePointer<CChar>?) -> String? {
        guard let name else { return nil }
        let text = String(cString: name)
        return text == "reserved" || text == "unknown" ? nil : text
    }
}
