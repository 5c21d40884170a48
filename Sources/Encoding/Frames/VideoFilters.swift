internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning

/// The filters from decoded frames to frames for encoding: upright, square pixels, BT.709 in limited range, 8 bits, 4:2:0.
enum VideoFilters {
    private static let tags =
        "range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709"

    /// The scaler's flags; `accurate_rnd` makes the bytes equal on every x86-64 CPU.
    static let scaler = "bicubic+accurate_rnd"
    /// The filter of zimg with the coefficients of the scaler's.
    private static let zimg = "filter=bicubic:param_a=0:param_b=0.6"

    /// The deinterlacing filter; frames that are flagged as progressive pass unchanged.
    static func deinterlacing(_ mode: Deinterlacing) -> String {
        "[in]bwdif=mode=\(mode.rawValue):deint=interlaced[out0]"
    }

    /// The filters from a decoded source frame to the highest rendition's frame, or to the input of `WideColor`'s table.
    static func first(
        _ pixels: PixelDescription, _ size: Resolution, _ source: VideoSource,
        to output: Resolution
    ) -> String {
        let stored = source.orientation.exchangesSides ? output.transposed : output
        let wide = WideColor(pixels, source.dynamicRange)
        var filters = pixels.hasAlpha ? overBlack(pixels, size) : []
        if let wide {
            filters += tenBits(pixels, wide, size, to: stored)
        } else {
            filters += standardRange(pixels, size, to: stored)
        }
        filters += source.orientation.filters
        filters.append("setsar=1")
        filters.append("setparams=field_mode=prog" + (wide == nil ? ":" + tags : ""))
        return "[in]" + filters.joined(separator: ",") + "[out0]"
    }

    /// The filters from a rendition's frame to that of a smaller rendition.
    static func scaling(from larger: Resolution, to size: Resolution) -> String {
        "[in]\(resizing(from: larger, to: size)),setsar=1,format=yuv420p[out0]"
    }

    /// Returns the filters that resize planar 4:2:0 and change no color.
    ///
    /// zimg needs a third of swscale's CPU time, and shifts no chroma: swscale takes the chroma of every frame for that of MPEG-1,
    /// between two columns. Like swscale with `accurate_rnd`, zimg calculates with integers here: the bytes are equal on every CPU.
    ///
    /// - Parameters:
    ///   - size: The size of the frames.
    ///   - other: The size to make.
    ///   - hasZimg: Whether libavfilter is built with zimg, which rejects odd sizes.
    /// - Returns: Filters in the syntax of libavfilter.
    static func resizing(
        from size: Resolution, to other: Resolution,
        hasZimg: Bool = EngineInfo.hasZimg
    ) -> String {
        let sides = [size.width, size.height, other.width, other.height]
        guard hasZimg, sides.allSatisfy({ $0.isMultiple(of: 2) }) else {
            return "scale=\(other.width):\(other.height):flags=\(scaler)"
        }
        // zimg would place the chroma of frames that are flagged as interlaced as in a field.
        return "setparams=field_mode=prog,zscale=\(other.width):\(other.height):\(zimg)"
    }

    /// The filters from a rendition's frame to a JPEG image: full range, BT.601 (JFIF 1.02).
    static func jpeg(_ size: Resolution) -> String {
        "[in]scale=\(size.width):\(size.height):flags=\(scaler)"
            + ":in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc,"
            + "setsar=1,format=yuvj420p[out0]"
    }

    /// The filters that blend transparent pixels with black.
    ///
    /// By default, libavfilter would read an untagged frame of any size as BT.601.
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
        if isReady {
            return size == stored ? [] : [resizing(from: size, to: stored), "format=yuv420p"]
        }
        var scale = "scale=\(stored.width):\(stored.height):flags=\(scaler)"
        // Frames blended with black are RGB already.
        if !pixels.hasAlpha { scale += reading(pixels, matrix) }
        scale += ":out_color_matrix=bt709:out_range=\(isLimitedGray(pixels) ? "pc" : "tv")"
        return [scale, "format=yuv420p"]
    }

    /// The options of `scale` for the matrix and range of the input.
    private static func reading(_ pixels: PixelDescription, _ matrix: String) -> String {
        let isFullRange = pixels.isFullRange || isLimitedGray(pixels)
        return pixels.isRGB
            ? "" : ":in_color_matrix=\(matrix):in_range=\(isFullRange ? "pc" : "tv")"
    }

    /// Whether a frame is gray in limited range.
    ///
    /// The scaler of FFmpeg 7.1 reads gray frames as full range regardless of its options; full range on both sides leaves
    /// the samples unchanged.
    private static func isLimitedGray(_ pixels: PixelDescription) -> Bool {
        pixels.format.hasPrefix("gray") && !pixels.isFullRange
    }

    private static func matrix(_ pixels: PixelDescription, _ size: Resolution) -> String {
        scalerMatrix(pixels.matrix) ?? guessedMatrix(size)
    }

    /// The filters to the input of `WideColor`'s table: scaled first, since the table works per pixel, and in the matrix and
    /// range for which the table was made.
    private static func tenBits(
        _ pixels: PixelDescription, _ wide: WideColor, _ size: Resolution,
        to stored: Resolution
    ) -> [String] {
        let matrix = scalerMatrix(pixels.matrix) ?? wide.matrix
        let isRGB = pixels.isRGB || pixels.hasAlpha
        let hasColors = !isRGB && !pixels.isFullRange && matrix == wide.matrix
        if hasColors && pixels.format == "yuv420p10le" {
            return (size == stored ? [] : [resizing(from: size, to: stored)])
                + ["format=yuv420p10le"]
        }
        var scale = "scale=\(stored.width):\(stored.height):flags=\(scaler)"
        if !hasColors {
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

    /// The matrix that players assume for untagged frames: BT.709 for HD, BT.601 for smaller sizes.
    private static func guessedMatrix(_ size: Resolution) -> String {
        size.width >= 1280 || size.height > 576 ? "bt709" : "bt601"
    }
}
