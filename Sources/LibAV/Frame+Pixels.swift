internal import CLibAV
internal import CLibAVShim
public import MediaUnits

extension Frame {
    /// A picture from pixels without padding: the planes one after another.
    ///
    /// - Parameters:
    ///   - bytes: As many as `copyPixels` gives for the size and format.
    ///   - size: In pixels.
    ///   - format: libav's name of a pixel format.
    /// - Returns: A frame that owns a copy of the pixels, without a presentation time.
    /// - Throws: `LibAVError` if libav does not know the format or the bytes are too few.
    public static func picture(
        _ bytes: ArraySlice<UInt8>, size: Resolution, format: String
    ) throws(LibAVError) -> Frame {
        let frame = try Frame()
        let raw = frame.raw
        let pixelFormat = av_get_pix_fmt(format)
        raw.pointee.width = Int32(size.width)
        raw.pointee.height = Int32(size.height)
        raw.pointee.format = pixelFormat.rawValue
        raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        try check(av_frame_get_buffer(raw, 0), "av_frame_get_buffer", format)
        let copied = bytes.withUnsafeBufferPointer { source in
            vt_image_copy_in(raw, source.baseAddress!, Int32(source.count))
        }
        try check(copied, "av_image_copy", format)
        return frame
    }

    /// Its pixels without padding: the planes one after another.
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
}
