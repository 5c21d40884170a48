internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning

/// The filters that make a decoded frame presentable: upright, square pixels, BT.709 in limited range, 8 bits, 4:2:0.
enum VideoFilters {
    private static let tags =
        "range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709"

    /// The same bytes on every x86-64 machine (segments.md: without `accurate_rnd` they depend on the CPU).
    static let scaler = "bicubic+accurate_rnd"

    /// Frames that say they are progressive pass.
    static func deinterlacing(_ mode: Deinterlacing) -> String {
        "[in]bwdif=mode=\(mode.rawValue):deint=interlaced[out0]"
    }

    /// From a source frame, as decoded, to the highest rendition's picture; or to what `WideColor` makes it of.
    static func first(
        _ pixels: PixelDescription, _ size: Resolution, _ source: VideoSource,
        to output: Resolution
    ) -> String {
        let stored = source.orientation.exchangesSides ? output.transposed : output
        let wide = WideColor(pixels, source.dynamicRange)
        var filters = pixels.hasAlpha ? overBlack(pixels, size) : []
        if let wide {
            filters += tenBits(pixels, wide, to: stored)
        } else {
            filters += standardRange(pixels, size, to: stored)
        }
        filters += source.orientation.filters
        filters.append("setsar=1")
        filters.append("setparams=field_mode=prog" + (wide == nil ? ":" + tags : ""))
        return "[in]" + filters.joined(separator: ",") + "[out0]"
    }

    /// From a higher rendition's picture to a lower one's.
    static func scaling(to size: Resolution) -> String {
        "[in]scale=\(size.width):\(size.height):flags=\(scaler),setsar=1,format=yuv420p[out0]"
    }

    /// From a rendition's picture to a JPEG's: full range, BT.601 (JFIF 1.02).
    static func jpeg(_ size: Resolution) -> String {
        "[in]scale=\(size.width):\(size.height):flags=\(scaler)"
            + ":in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc,"
            + "setsar=1,format=yuvj420p[out0]"
    }

    /// What shines through is black.
    ///
    /// Left to libavfilter, an untagged picture of any size would be read as BT.601.
    private static func overBlack(_ pixels: PixelDescription, _ size: Resolution) -> [String] {
        [
            "scale=flags=\(scaler)" + reading(pixels, matrix(pixels, size)), "format=gbrap",
            "premultiply=inplace=1", "format=gbrp",
        ]
    }

    private static func standardRange(
        _ pixels: PixelDescription, _ size: Resolution, to stored: Resolution
    ) -> [String] {
        let matrix = matrix(pixels, size)
        let isReady = pixels.isStandard && matrix == "bt709"
        if isReady && size == stored { return [] }
        var scale = "scale=\(stored.width):\(stored.height):flags=\(scaler)"
        // Laid over black, a picture is RGB already.
        if !pixels.hasAlpha, !isReady { scale += reading(pixels, matrix) }
        if !isReady {
            scale += ":out_color_matrix=bt709:out_range=\(isLimitedGray(pixels) ? "pc" : "tv")"
        }
        return [scale, "format=yuv420p"]
    }

    /// Options of `scale` that say what the numbers of its input mean.
    private static func reading(_ pixels: PixelDescription, _ matrix: String) -> String {
        let isFullRange = pixels.isFullRange || isLimitedGray(pixels)
        return pixels.isRGB
            ? "" : ":in_color_matrix=\(matrix):in_range=\(isFullRange ? "pc" : "tv")"
    }

    /// The scaler of FFmpeg 7.1 reads gray pictures as full range, whatever it is told: with full range on both sides, the
    /// numbers stay what they are.
    private static func isLimitedGray(_ pixels: PixelDescription) -> Bool {
        pixels.format.hasPrefix("gray") && !pixels.isFullRange
    }

    private static func matrix(_ pixels: PixelDescription, _ size: Resolution) -> String {
        scalerMatrix(pixels.matrix) ?? guessedMatrix(size)
    }

    /// What `WideColor`'s table takes: it is per pixel, so scaled first, and laid out for one matrix and range.
    private static func tenBits(
        _ pixels: PixelDescription, _ wide: WideColor, to stored: Resolution
    ) -> [String] {
        var scale = "scale=\(stored.width):\(stored.height):flags=\(scaler)"
        let matrix = scalerMatrix(pixels.matrix) ?? wide.matrix
        let isRGB = pixels.isRGB || pixels.hasAlpha
        if isRGB || pixels.isFullRange || matrix != wide.matrix {
            if !isRGB { scale += reading(pixels, matrix) }
            scale += ":out_color_matrix=\(wide.matrix):out_range=tv"
        }
        return [scale, "format=yuv420p10le"]
    }

    /// The `scale` filter's name of a matrix.
    private static func scalerMatrix(_ matrix: String?) -> String? {
        switch matrix {
        case "bt709": "bt709"
        case "smpte170m", "bt470bg": "bt601"
        case "fcc": "fcc"
        case "smpte240m": "smpte240m"
        case "bt2020nc", "bt2020c": "bt2020"
        default: nil
        }
    }

    /// What players assume of untagged pictures: HD is BT.709, smaller is BT.601.
    private static func guessedMatrix(_ size: Resolution) -> String {
        size.width >= 1280 || size.height > 576 ? "bt709" : "bt601"
    }
}
