internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// An encoder: frames to packets.
///
/// Confined to the thread that created it. Owns its `AVCodecContext`.
public final class Encoder {
    /// The format of the frames; all other settings are options, as text.
    public enum Format: Sendable, Hashable {
        /// Frames of a size in pixels and a pixel format; the time base is one frame, timestamps are frame numbers.
        case video(size: Resolution, pixelFormat: String, frameRate: Rational)
        /// Planar 32-bit float samples; the time base is one sample.
        case audio(sampleRate: Int, channels: Int)
    }

    let raw: UnsafeMutablePointer<AVCodecContext>
    private let packet: Packet
    private let subject: String
    private let measuresErrors: Bool

    /// Opens an encoder.
    ///
    /// - Parameters:
    ///   - codec: libav's name of the encoder, such as `aac` or `mjpeg`.
    ///   - format: The format of the frames.
    ///   - options: Options of libavcodec or the encoder. An unknown one is an error.
    ///   - measuresErrors: Whether packets have the `lumaError` of their frames. Of video encoders, x264 measures it, at less than
    ///     0.5 % of its CPU time; the bytes are the same. Errors of B-frames that are no reference are those before deblocking.
    ///   - subject: The rendition, for messages.
    /// - Throws: `LibAVError`; `isMissingEncoder` if this libav was built without the encoder.
    public init(
        _ codec: String, _ format: Format, options: [String: String],
        measuresErrors: Bool = false, subject: String
    ) throws(LibAVError) {
        let subject = "\(codec), \(subject)"
        guard let found = avcodec_find_encoder_by_name(codec) else {
            throw LibAVError("avcodec_find_encoder_by_name", subject, vt_error_no_encoder)
        }
        let packet = try Packet()
        var context = avcodec_alloc_context3(found)
        let owned = try allocated(context, "avcodec_alloc_context3", subject)
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (key, value) in options.sorted(by: { $0.key < $1.key }) {
            av_dict_set(&dictionary, key, value, 0)
        }
        Self.apply(format, to: owned)
        self.measuresErrors = measuresErrors
        if measuresErrors {
            owned.pointee.flags |= AV_CODEC_FLAG_PSNR
            vt_clear_luma_error()
        }
        // The same bytes on any number of cores (x264 with several threads is not deterministic).
        owned.pointee.thread_count = 1
        do throws(LibAVError) {
            try check(avcodec_open2(owned, found, &dictionary), "avcodec_open2", subject)
            if let left = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
                let key = String(cString: left.pointee.key)
                throw LibAVError("avcodec_open2", "\(subject), option \(key)", vt_error_no_option)
            }
        } catch {
            avcodec_free_context(&context)
            throw error
        }
        raw = owned
        self.packet = packet
        self.subject = subject
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = raw
        avcodec_free_context(&context)
    }

    /// The number of samples per frame that an audio encoder requires; 0 for any number.
    public var frameSize: Int { Int(raw.pointee.frame_size) }

    /// A copy of the out-of-band configuration: SPS and PPS as Annex B for H.264, the AudioSpecificConfig for AAC; empty if
    /// there is none.
    public var configuration: [UInt8] {
        guard let bytes = raw.pointee.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(raw.pointee.extradata_size)))
    }

    /// Encodes a frame and lends each packet, in decode order, for the duration of the call; `Packet.take` makes its content
    /// the caller's.
    ///
    /// - Throws: Errors of `body`; `LibAVError`, also for a frame of another size than the format's.
    public func encode(_ frame: borrowing Frame, _ body: (borrowing Packet) throws -> Void) throws {
        // libavcodec does not compare sizes, and would read beyond the end of a smaller frame.
        guard frame.size == size else {
            throw LibAVError(
                "avcodec_send_frame", "\(subject), a frame of \(frame.size)",
                vt_error_invalid_data)
        }
        try check(avcodec_send_frame(raw, frame.raw), "avcodec_send_frame", subject)
        try receive(body)
    }

    /// The size of its frames in pixels; 0x0 for audio.
    private var size: Resolution {
        Resolution(width: Int(raw.pointee.width), height: Int(raw.pointee.height))
    }

    /// Changes the maximum rate of a video encoder's buffer (VBV), in bits per second, from the next frame on.
    public func setMaximumRate(_ bitsPerSecond: Int) {
        raw.pointee.rc_max_rate = Int64(bitsPerSecond)
    }

    /// Lends the buffered packets at the end of the stream, as `encode` does.
    public func drain(_ body: (borrowing Packet) throws -> Void) throws {
        try check(avcodec_send_frame(raw, nil), "avcodec_send_frame", subject)
        try receive(body)
    }

    private func receive(_ body: (borrowing Packet) throws -> Void) throws {
        while true {
            let received = avcodec_receive_packet(raw, packet.raw)
            if received == vt_error_again || received == vt_error_end_of_file { return }
            try check(received, "avcodec_receive_packet", subject)
            if measuresErrors { vt_packet_add_luma_error(packet.raw, Int64(size.pixelCount)) }
            try body(packet)
            packet.clear()
        }
    }

    private static func apply(_ format: Format, to context: UnsafeMutablePointer<AVCodecContext>) {
        // Parameter sets belong in the init segment; no encoder name and version in the stream.
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        switch format {
        case .video(let size, let pixelFormat, let frameRate):
            context.pointee.width = Int32(size.width)
            context.pointee.height = Int32(size.height)
            context.pointee.pix_fmt = av_get_pix_fmt(pixelFormat)
            context.pointee.time_base = frameRate.inverse.raw
            context.pointee.framerate = frameRate.raw
            context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        case .audio(let sampleRate, let channels):
            context.pointee.sample_rate = Int32(sampleRate)
            context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
            context.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
            av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
        }
    }
}
