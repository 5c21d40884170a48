internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// One decoded picture or run of samples; frees its `AVFrame` when it goes out of scope.
public struct Frame: ~Copyable {
    let raw: UnsafeMutablePointer<AVFrame>

    public init() throws(LibAVError) { raw = try allocated(av_frame_alloc(), "av_frame_alloc") }

    deinit {
        var raw: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&raw)
    }

    /// A second owner of the same pixels or samples, which neither may write to any more.
    public func sharing() throws(LibAVError) -> Frame {
        let frame = try Frame()
        try check(av_frame_ref(frame.raw, raw), "av_frame_ref", "frame")
        return frame
    }

    /// Drops what it holds, to be filled again.
    public func clear() { av_frame_unref(raw) }

    /// When to show it, in ticks of whoever made it: the stream's, the filter's or the encoder's time base.
    public var presentationTime: Int? {
        get { raw.pointee.pts == vt_no_timestamp ? nil : Int(raw.pointee.pts) }
        nonmutating set { raw.pointee.pts = newValue.map(Int64.init) ?? vt_no_timestamp }
    }

    /// The decoder's best guess at the presentation time, from all timestamps it saw.
    public var bestEffortTime: Int? {
        let time = raw.pointee.best_effort_timestamp
        return time == vt_no_timestamp ? nil : Int(time)
    }

    /// In ticks; 0 if not known.
    public var duration: Int { Int(vt_frame_duration(raw)) }

    /// Parts of it could not be decoded.
    public var isCorrupt: Bool {
        raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || raw.pointee.decode_error_flags != 0
    }

    public var isInterlaced: Bool { vt_frame_is_interlaced(raw) != 0 }
    public var isTopFieldFirst: Bool { vt_frame_is_top_field_first(raw) != 0 }

    /// Pixels, as coded: before rotation, pixels of any shape.
    public var size: Resolution {
        Resolution(width: Int(raw.pointee.width), height: Int(raw.pointee.height))
    }

    /// Width of a pixel by its height; `nil` if not known.
    public var sampleAspectRatio: Rational? {
        Rational(positive: raw.pointee.sample_aspect_ratio)
    }

    public var sampleCount: Int { Int(raw.pointee.nb_samples) }
    public var sampleRate: Int { Int(raw.pointee.sample_rate) }
    public var channelCount: Int { Int(raw.pointee.ch_layout.nb_channels) }

    /// How its pixels are stored and what their numbers mean.
    public var pixels: PixelDescription { PixelDescription(raw) }

    /// What a filter that measures says of it, such as `lavfi.ssim.All`; `nil` if none did.
    public func measurement(_ key: String) -> Double? {
        guard let entry = av_dict_get(raw.pointee.metadata, key, nil, 0) else { return nil }
        return Double(String(cString: entry.pointee.value))
    }

    /// Forgets color tags, field flags and side data (captions, HDR metadata) that the pixels no longer deserve.
    public func dropSideData() {
        for type in [
            AV_FRAME_DATA_A53_CC, AV_FRAME_DATA_SEI_UNREGISTERED, AV_FRAME_DATA_DISPLAYMATRIX,
            AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
            AV_FRAME_DATA_DYNAMIC_HDR_PLUS, AV_FRAME_DATA_DOVI_RPU_BUFFER,
            AV_FRAME_DATA_DOVI_METADATA, AV_FRAME_DATA_S12M_TIMECODE, AV_FRAME_DATA_GOP_TIMECODE,
        ] { av_frame_remove_side_data(raw, type) }
    }

    /// Lets the next encoder choose the picture type, whatever the source's was.
    public func forgetPictureType() { raw.pointee.pict_type = AV_PICTURE_TYPE_NONE }

    /// Lends one plane of a picture with 8 bits a sample, row by row without padding.
    ///
    /// Plane 0 is luma; 1 and 2 are chroma, whose rows are half as many and half as long in 4:2:0.
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

/// Safe because a frame has one owner, which hands it over whole, and libav counts references to its buffers atomically.
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

    /// `nil` for 0 and below as well, which in libav mean "not known".
    init?(positive raw: AVRational) {
        guard raw.num > 0, raw.den > 0 else { return nil }
        self.init(Int(raw.num), Int(raw.den))
    }

    /// Fits libav's 32 bits; the caller has limited it.
    var raw: AVRational {
        AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
    }
}
