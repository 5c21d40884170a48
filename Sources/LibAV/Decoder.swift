internal import CLibAV
internal import CLibAVShim
internal import MediaUnits

/// Turns packets of one stream into frames.
///
/// Confined to the thread that made it.
public final class Decoder {
    private let raw: UnsafeMutablePointer<AVCodecContext>
    private let name: String
    private let frame: Frame
    private let amrFrames: AMRFrames?
    /// Packets that the decoder refused.
    public private(set) var corruptPackets = 0
    /// Some of them because their pictures are larger than `maximumPixels`; known with one thread only.
    public private(set) var refusedLargeFrames = false

    /// Opens a decoder for one of the demuxer's streams.
    ///
    /// - Parameters:
    ///   - demuxer: Read from by the caller; only the stream's parameters are copied. Its formats are the decoder's.
    ///   - index: The stream's number in the container.
    ///   - threads: Of the decoder itself; the frames are the same whatever the number.
    ///   - maximumPixels: Pictures with more are refused before memory is taken for them.
    /// - Throws: `LibAVError` if no decoder on the list decodes the stream, or if it does not open.
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
                // A header may lie about the size (uploads: 65535x65535 around pictures of 640x480); the pictures do not.
                (owned.pointee.width, owned.pointee.height) = (0, 0)
                (owned.pointee.coded_width, owned.pointee.coded_height) = (0, 0)
            }
            owned.pointee.pkt_timebase = stream.pointee.time_base
            owned.pointee.thread_count = Int32(threads)
            owned.pointee.max_pixels = Int64(maximumPixels)
            // Captions in the picture's side data and all else that a rendition must not carry is left out later.
            try check(avcodec_open2(owned, codec, nil), "avcodec_open2", name)
        } catch {
            avcodec_free_context(&context)
            throw error
        }
        raw = owned
        self.name = name
        self.frame = frame
        amrFrames = AMRFrames(parameters.pointee.codec_id)
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = raw
        avcodec_free_context(&context)
    }

    /// Decodes a packet and lends each frame that comes out; the frame must not outlive the call, `sharing()` may.
    ///
    /// A packet that the decoder refuses is counted in `corruptPackets`, not thrown: what follows may be fine.
    public func decode(_ packet: borrowing Packet, _ body: (borrowing Frame) throws -> Void) throws
    {
        guard let ranges = amrFrames.map({ packet.withBytes($0.ranges) }), ranges.count > 1 else {
            return try decodeWhole(packet, body)
        }
        let part = try Packet()
        try check(av_packet_ref(part.raw, packet.raw), "av_packet_ref", name)
        for (index, range) in ranges.enumerated() {
            part.raw.pointee.data = packet.raw.pointee.data + range.lowerBound
            part.raw.pointee.size = Int32(range.count)
            // A duration may be anything; where the product overflows, the result is no worse than it.
            let delay = packet.duration &* index / ranges.count
            part.presentationTime = packet.presentationTime.map { $0 &+ delay }
            part.decodeTime = packet.decodeTime.map { $0 &+ delay }
            part.duration = packet.duration / ranges.count
            try decodeWhole(part, body)
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

    /// Lends the frames that the decoder still holds, at the end of the stream.
    public func drain(_ body: (borrowing Frame) throws -> Void) throws {
        avcodec_send_packet(raw, nil)
        try receive(body)
    }

    /// Forgets everything, after a seek.
    public func flush() { avcodec_flush_buffers(raw) }

    private func receive(_ body: (borrowing Frame) throws -> Void) throws {
        while true {
            let received = avcodec_receive_frame(raw, frame.raw)
            if received == vt_error_again || received == vt_error_end_of_file { return }
            if received < 0 {
                try note(received)
                // Some decoders report a bad packet here; they go on with the next one.
                if received == vt_error_invalid_data { continue }
                return
            }
            try body(frame)
            frame.clear()
        }
    }

    /// Out of memory is the machine's fault; everything else a damaged packet.
    private func note(_ code: Int32) throws {
        if code == vt_error_no_memory { throw LibAVError("avcodec_receive_frame", name, code) }
        corruptPackets += 1
        refusedLargeFrames = refusedLargeFrames || vt_log_saw_too_many_pixels() != 0
    }

    /// The first decoder of a codec among those of a set of formats; `nil` if the build or the set has none.
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
