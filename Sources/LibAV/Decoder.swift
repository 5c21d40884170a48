internal import CLibAV
internal import CLibAVShim
internal import MediaUnits

/// A decoder of one stream: packets to frames.
///
/// Confined to the thread that created it. Owns its `AVCodecContext`.
public final class Decoder {
    private let raw: UnsafeMutablePointer<AVCodecContext>
    private let name: String
    private let frame: Frame
    private let amrFrames: AMRFrames?
    private let canSkip: Bool
    /// The number of packets that could not be decoded.
    public private(set) var corruptPackets = 0
    /// Whether packets were refused because their frames exceed `maximumPixels`; known with one thread only.
    public private(set) var refusedLargeFrames = false

    /// Opens a decoder for one of the demuxer's streams.
    ///
    /// - Parameters:
    ///   - demuxer: The demuxer of the stream, whose parameters are copied; not retained. Its formats limit the decoder.
    ///   - index: The index of the stream in the container.
    ///   - threads: The number of threads, which does not change the frames.
    ///   - maximumPixels: Frames with more pixels are refused before memory is allocated for them.
    /// - Throws: `LibAVError` if no decoder of the allow list decodes the stream, or the decoder cannot be opened.
    public init(
        _ demuxer: Demuxer, stream index: Int, threads: Int, maximumPixels: Int = .max
    ) throws(LibAVError) {
        let stream = demuxer.raw.pointee.streams[index]!
        let parameters = stream.pointee.codecpar!
        let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
        guard let codec = Self.find(parameters.pointee.codec_id, demuxer.formats) else {
            throw LibAVError("avcodec_find_decoder", name, vt_error_no_decoder)
        }
        let frame = try Frame()
        var context = avcodec_alloc_context3(codec)
        let owned = try allocated(context, "avcodec_alloc_context3", name)
        do throws(LibAVError) {
            try check(
                avcodec_parameters_to_context(owned, parameters), "avcodec_parameters_to_context",
                name)
            if Int(owned.pointee.width) * Int(owned.pointee.height) > maximumPixels {
                // The container's size may be wrong (seen: 65535x65535 for frames of 640x480); the coded pictures have the true
                // one.
                (owned.pointee.width, owned.pointee.height) = (0, 0)
                (owned.pointee.coded_width, owned.pointee.coded_height) = (0, 0)
            }
            owned.pointee.pkt_timebase = stream.pointee.time_base
            owned.pointee.thread_count = Int32(threads)
            owned.pointee.max_pixels = Int64(maximumPixels)
            // Side data that a rendition must not contain, such as captions, is removed later.
            try check(avcodec_open2(owned, codec, nil), "avcodec_open2", name)
        } catch {
            avcodec_free_context(&context)
            throw error
        }
        raw = owned
        self.name = name
        self.frame = frame
        amrFrames = AMRFrames(parameters.pointee.codec_id)
        canSkip = Self.canSkip(parameters.pointee)
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = raw
        avcodec_free_context(&context)
    }

    /// Whether the next packets are not decoded if no other frame refers to theirs; ignored if the codec or the stream does not
    /// allow it.
    ///
    /// libavcodec/pthread_frame.c, update_context_from_user: each packet has the value of the time when it is sent.
    public var skipsUnreferenced: Bool {
        get { raw.pointee.skip_frame == AVDISCARD_NONREF }
        set { raw.pointee.skip_frame = newValue && canSkip ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    /// Whether frames are not deblocked, nor filtered otherwise after prediction; for measurements only: frames inherit the errors of their references.
    ///
    /// Decoders without such an option ignore it.
    public var skipsDeblocking: Bool {
        get { raw.pointee.skip_loop_filter == AVDISCARD_ALL }
        set { raw.pointee.skip_loop_filter = newValue ? AVDISCARD_ALL : AVDISCARD_DEFAULT }
    }

    /// Decodes a packet and lends each decoded frame, in presentation order, for the duration of the call; `sharing()` makes
    /// another owner.
    ///
    /// A packet that cannot be decoded is counted in `corruptPackets`, since the following ones may be intact.
    ///
    /// - Throws: Errors of `body`; `LibAVError` if memory is short.
    public func decode(_ packet: borrowing Packet, _ body: (borrowing Frame) throws -> Void) throws
    {
        guard let ranges = amrFrames.map({ packet.withBytes($0.ranges) }), ranges.count > 1 else {
            return try decodeWhole(packet, body)
        }
        let single = try Packet()
        try check(av_packet_ref(single.raw, packet.raw), "av_packet_ref", name)
        for (index, range) in ranges.enumerated() {
            single.raw.pointee.data = packet.raw.pointee.data + range.lowerBound
            single.raw.pointee.size = Int32(range.count)
            // A hostile duration may overflow the product; the result is then no worse than the duration.
            let delay = packet.duration &* index / ranges.count
            single.presentationTime = packet.presentationTime.map { $0 &+ delay }
            single.decodeTime = packet.decodeTime.map { $0 &+ delay }
            single.duration = packet.duration / ranges.count
            try decodeWhole(single, body)
        }
    }

    private func decodeWhole(
        _ packet: borrowing Packet, _ body: (borrowing Frame) throws -> Void
    ) throws {
        while true {
            let sent = avcodec_send_packet(raw, packet.raw)
            try receive(body)
            if sent == vt_error_again { continue }
            if sent < 0 { try note(sent) }
            return
        }
    }

    /// Lends the buffered frames at the end of the stream, as `decode` does.
    public func drain(_ body: (borrowing Frame) throws -> Void) throws {
        avcodec_send_packet(raw, nil)
        try receive(body)
    }

    /// Discards buffered frames, so that decoding may start with another keyframe, also after `drain`.
    public func reset() { avcodec_flush_buffers(raw) }

    private func receive(_ body: (borrowing Frame) throws -> Void) throws {
        while true {
            let received = avcodec_receive_frame(raw, frame.raw)
            if received == vt_error_again || received == vt_error_end_of_file { return }
            if received < 0 {
                try note(received)
                // Some decoders report a corrupt packet here, and continue with the next one.
                if received == vt_error_invalid_data { continue }
                return
            }
            try body(frame)
            frame.clear()
        }
    }

    /// Throws if memory is short; counts every other error as a corrupt packet.
    private func note(_ code: Int32) throws {
        if code == vt_error_no_memory { throw LibAVError("avcodec_receive_frame", name, code) }
        corruptPackets += 1
        refusedLargeFrames = refusedLargeFrames || vt_log_saw_too_many_pixels() != 0
    }

    /// Returns the first decoder of a codec among those of a set of formats; `nil` if the build or the set has none.
    static func find(_ id: AVCodecID, _ formats: FormatSet) -> UnsafePointer<AVCodec>? {
        let allowed = AllowList.decoders(formats)
        var cursor: UnsafeMutableRawPointer?
        while let codec = av_codec_iterate(&cursor) {
            guard codec.pointee.id == id, av_codec_is_decoder(codec) != 0 else { continue }
            if allowed.contains(String(cString: codec.pointee.name)) { return codec }
        }
        return nil
    }
}
