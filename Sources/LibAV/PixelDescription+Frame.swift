internal import CLibAV
internal import MediaUnits

extension PixelDescription {
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
        let name = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown"
        let flags = description?.flags ?? 0
        let isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        self.init(
            format: name,
            bitDepth: description.map { Int($0.comp.0.depth) } ?? 0,
            isRGB: isRGB,
            hasAlpha: flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0,
            // "yuvj" formats are full range by definition (libavutil/pixfmt.h).
            isFullRange: range == AVCOL_RANGE_JPEG || name.hasPrefix("yuvj") || isRGB,
            matrix: Self.name(
                matrix == AVCOL_SPC_UNSPECIFIED ? nil : av_color_space_name(matrix)),
            transfer: Self.name(
                transfer == AVCOL_TRC_UNSPECIFIED ? nil : av_color_transfer_name(transfer)),
            primaries: Self.name(
                primaries == AVCOL_PRI_UNSPECIFIED ? nil : av_color_primaries_name(primaries)))
    }

    /// The name as a string; `nil` for values without a name in libavutil.
    private static func name(_ name: UnsafePointer<CChar>?) -> String? {
        guard let name else { return nil }
        let text = String(cString: name)
        return text == "reserved" || text == "unknown" ? nil : text
    }
}
