internal import CLibAV
internal import CLibAVShim
public import MediaUnits

extension Frame {
    /// Creates a video frame from pixels without padding: the planes in order, each as rows of its width.
    ///
    /// - Parameters:
    ///   - pixels: The bytes, which are copied; as many as `copyPixels` returns for the size and format.
    ///   - size: The size in pixels.
    ///   - format: libav's name of a pixel format.
    /// - Throws: `LibAVError` if libav does not know the format or there are too few bytes.
    public init(
        pixels: ArraySlice<UInt8>, size: Resolution, format: String
    ) throws(LibAVError) {
        self = try Self.copying(pixels, size: size, format: format)
    }

    private static func copying(
        _ pixels: ArraySlice<UInt8>, size: Resolution, format: String
    ) throws(LibAVError) -> Frame {
        let frame = try Frame()
        let raw = frame.raw
        let pixelFormat = av_get_pix_fmt(format)
        raw.pointee.width = Int32(size.width)
        raw.pointee.height = Int32(size.height)
        raw.pointee.format = pixelFormat.rawValue
        raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        try check(av_frame_get_buffer(raw, 0), "av_frame_get_buffer", format)
        let copied = pixels.withUnsafeBufferPointer { source in
            vt_image_copy_in(raw, source.baseAddress!, Int32(source.count))
        }
        try check(copied, "av_image_copy", format)
        return frame
    }

    /// Returns a copy of its pixels without padding: the planes in order, each as rows of its width.
    public func copyPixels() throws(LibAVError) -> [UInt8] {
        let count = try check(vt_image_size(raw), "av_image_get_buffer_size", "frame")
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            failure = vt_image_copy_out(raw, buffer.baseAddress!, count)
            filled = failure < 0 ? 0 : Int(count)
        }
        try check(failure, "av_image_copy_to_buffer", "frame")
        return bytes
    }

    /// Returns rows of luma with 8 bits per sample, one after another, as `copyLuma` copies them.
    ///
    /// - Parameters:
    ///   - first: The first row, from the top.
    ///   - count: The number of rows.
    /// - Returns: `nil` if the frame lacks the rows, or its format such samples.
    public func luma(from first: Int, count: Int) -> [UInt8]? {
        guard count > 0 else { return nil }
        let sampleCount = count * size.width
        // Not filled first: new memory of a plane costs more than the copy.
        let rows = [UInt8](unsafeUninitializedCapacity: sampleCount) { buffer, filled in
            let result = vt_luma_copy_rows(
                raw, Int32(clamping: first), 1, Int32(clamping: count), buffer.baseAddress!)
            filled = result < 0 ? 0 : sampleCount
        }
        return rows.isEmpty ? nil : rows
    }

    /// Copies rows of luma with 8 bits per sample: those of deeper samples are shifted, and RGB yields its green.
    ///
    /// - Parameters:
    ///   - first: The first row, from the top.
    ///   - step: The distance of rows: 2 for those of one field.
    ///   - count: The number of rows.
    ///   - rows: Receives the samples of the rows one after another, from its beginning; at least `count` times the width.
    /// - Returns: False if the frame lacks the rows, or its format such samples (a palette, floating point).
    public func copyLuma(
        from first: Int, step: Int = 1, count: Int, into rows: inout [UInt8]
    ) -> Bool {
        guard count > 0, rows.count >= count * size.width else { return false }
        return rows.withUnsafeMutableBufferPointer { buffer in
            vt_luma_copy_rows(
                raw, Int32(clamping: first), Int32(clamping: step), Int32(clamping: count),
                buffer.baseAddress!) >= 0
        }
    }
}
