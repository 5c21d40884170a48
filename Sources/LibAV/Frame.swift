internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// One frame of video or of audio samples; frees its `AVFrame` when it goes out of scope.
public struct Frame: ~Copyable {
    let raw: UnsafeMutablePointer<AVFrame>

    /// Creates an empty frame.
    public init() throws(LibAVError) { raw = try allocated(av_frame_alloc(), "av_frame_alloc") }

    deinit {
        var raw: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&raw)
    }

    /// Returns a second owner of the same pixels or samples, which neither owner may write to afterwards.
    public func sharing() throws(LibAVError) -> Frame {
        let frame = try Frame()
        try check(av_frame_ref(frame.raw, raw), "av_frame_ref", "frame")
        return frame
    }

    /// Releases its content, so that it can be filled again.
    public func clear() { av_frame_unref(raw) }

    /// The presentation time, in ticks of the time base of the stream, filter or encoder; `nil` if unknown.
    public var presentationTime: Int? {
        get { raw.pointee.pts == vt_no_timestamp ? nil : Int(raw.pointee.pts) }
        nonmutating set { raw.pointee.pts = newValue.map(Int64.init) ?? vt_no_timestamp }
    }

    /// The decoder's estimate of the presentation time from all timestamps so far, in ticks; `nil` if unknown.
    public var bestEffortTime: Int? {
        let time = raw.pointee.best_effort_timestamp
        return time == vt_no_timestamp ? nil : Int(time)
    }

    /// The duration in ticks; 0 if unknown.
    public var duration: Int { Int(vt_frame_duration(raw)) }

    /// Whether some of it could not be decoded.
    public var isCorrupt: Bool {
        raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || raw.pointee.decode_error_flags != 0
    }

    /// Whether it consists of two fields.
    public var isInterlaced: Bool { vt_frame_is_interlaced(raw) != 0 }

    /// The size in pixels as coded: before rotation, pixels of any aspect ratio.
    public var size: Resolution {
        Resolution(width: Int(raw.pointee.width), height: Int(raw.pointee.height))
    }

    /// The width of a pixel divided by its height; `nil` if unknown.
    public var sampleAspectRatio: Rational? {
        Rational(positive: raw.pointee.sample_aspect_ratio)
    }

    /// The number of samples per channel; 0 for video.
    public var sampleCount: Int { Int(raw.pointee.nb_samples) }
    /// Samples per second; 0 for video.
    public var sampleRate: Int { Int(raw.pointee.sample_rate) }
    /// The number of audio channels; 0 for video.
    public var channelCount: Int { Int(raw.pointee.ch_layout.nb_channels) }

    /// The format and color space of its pixels.
    public var pixels: PixelDescription { PixelDescription(raw) }

    /// The number that a measuring filter attached under a key, such as `lavfi.ssim.All`; `nil` if there is none.
    public func measurement(_ key: String) -> Double? {
        guard let entry = av_dict_get(raw.pointee.metadata, key, nil, 0) else { return nil }
        return Double(String(cString: entry.pointee.value))
    }

    /// Removes side data that does not apply to converted pixels: captions, HDR metadata, rotation, time codes.
    public func dropSideData() {
        for type in [
            AV_FRAME_DATA_A53_CC, AV_FRAME_DATA_SEI_UNREGISTERED, AV_FRAME_DATA_DISPLAYMATRIX,
            AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
            AV_FRAME_DATA_DYNAMIC_HDR_PLUS, AV_FRAME_DATA_DOVI_RPU_BUFFER,
            AV_FRAME_DATA_DOVI_METADATA, AV_FRAME_DATA_S12M_TIMECODE, AV_FRAME_DATA_GOP_TIMECODE,
        ] { av_frame_remove_side_data(raw, type) }
    }

    /// Clears the picture type (I, P, B) of the source, so that the encoder chooses one.
    public func clearPictureType() { raw.pointee.pict_type = AV_PICTURE_TYPE_NONE }

    /// Lends one plane of a video frame with 8 bits per sample, row by row without padding, for the duration of the call.
    ///
    /// - Parameters:
    ///   - plane: 0 is luma; 1 and 2 are chroma, with half as many rows of half the width in 4:2:0. A missing plane is skipped.
    ///   - width: Samples in a row of the plane.
    ///   - height: Rows of the plane.
    ///   - body: Called for each row, from the top.
    public func withRows(
        ofPlane plane: Int, width: Int, height: Int,
        _ body: (_ row: Int, _ pixels: Span<UInt8>) -> Void
    ) {
        guard let base = raw.pointee.planes[plane] else { return }
        let stride = Int(raw.pointee.strides[plane])
        for row in 0..<height {
            let start = UnsafePointer(base + row * stride)
            body(row, UnsafeBufferPointer(start: start, count: width).span)
        }
    }
}

/// Safe because a frame has one owner, which transfers it as a whole, and libav counts references to its buffers atomically.
extension Frame: @unchecked Sendable {}

extension AVFrame {
    var planes: [UnsafeMutablePointer<UInt8>?] {
        [data.0, data.1, data.2, data.3]
    }
    var strides: [Int32] { [linesize.0, linesize.1, linesize.2, linesize.3] }
}

extension Rational {
    init?(_ raw: AVRational) {
        self.init(exactly: Int(raw.num), Int(raw.den))
    }

    /// Also `nil` for 0 and below, which in libav mean "unknown".
    init?(positive raw: AVRational) {
        guard raw.num > 0, raw.den > 0 else { return nil }
        self.init(Int(raw.num), Int(raw.den))
    }

    /// The same number as libav's type, clamped to 32 bits.
    var raw: AVRational {
        AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
    }
}
