internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// A demuxer of an open upload: its streams and its packets, in file order.
///
/// A demuxer reads through a `ByteReader`, accepts only the containers of `AllowList`, and opens no other file. Confined to the
/// thread that created it. Owns its `AVFormatContext` and `AVIOContext`.
public final class Demuxer {
    let raw: UnsafeMutablePointer<AVFormatContext>
    private let io: UnsafeMutablePointer<AVIOContext>
    let position: ReaderPosition
    private let interrupt: InterruptBox
    private let name: String
    /// The codecs that are decoded, here and by decoders of its streams.
    let formats: FormatSet
    /// The indices of streams whose packets are read; `nil` for all.
    private var selected: Set<Int>?
    /// The unwrapper for containers whose timestamps may restart; `nil` for others.
    private var unwrapper: TimestampUnwrapper?

    /// Opens an upload.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the upload; retained until the demuxer is freed.
    ///   - name: The name of the upload, for messages only.
    ///   - analyze: Whether to read and decode some packets of containers whose header is complete. For others, such as
    ///     MPEG-TS, libav always does.
    ///   - formats: The codecs that are decoded, also by `Decoder`.
    ///   - maximumStreams: A container with more fails (`isForTooManyStreams`), or further streams are ignored.
    ///   - stop: Called often while libav reads; once it returns true, the current call throws (`isInterrupted`).
    /// - Throws: The reader's error if reading failed, or else `LibAVError`.
    public init(
        _ reader: any ByteReader, name: String, analyze: Bool,
        formats: FormatSet = .modern, maximumStreams: Int = Demuxer.maximumStreams,
        stopWhen stop: @escaping @Sendable () -> Bool
    ) throws {
        vt_log_clear_error()
        self.name = name
        self.formats = formats
        interrupt = InterruptBox(stop)
        position = ReaderPosition(reader, interrupt)
        // Safe because the position lives as long as this demuxer, which frees the I/O context.
        io = try allocated(
            vt_io_alloc_reader(
                Unmanaged.passUnretained(position).toOpaque(), 1 << 16, Self.read, Self.seek),
            "avio_alloc_context", name)
        var context = avformat_alloc_context()
        guard context != nil else {
            vt_io_free(io)
            throw LibAVError("avformat_alloc_context", name, vt_error_no_memory)
        }
        context!.pointee.pb = io
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // Safe because the box lives as long as this demuxer, which frees the context.
        context!.pointee.interrupt_callback = AVIOInterruptCB(
            callback: {
                Unmanaged<InterruptBox>.fromOpaque($0!).takeUnretainedValue().isSet ? 1 : 0
            },
            opaque: Unmanaged.passUnretained(interrupt).toOpaque())
        vt_refuse_other_files(context!)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "format_whitelist", AllowList.demuxers.joined(separator: ","), 0)
        let decoders = AllowList.decoders(formats).sorted().joined(separator: ",")
        av_dict_set(&options, "codec_whitelist", decoders, 0)
        av_dict_set(&options, "max_streams", "\(maximumStreams)", 0)
        let result = avformat_open_input(&context, nil, nil, &options)
        // On failure avformat_open_input has freed the context, but not our I/O (libavformat/avformat.h).
        guard result >= 0, let context else {
            vt_io_free(io)
            throw Self.cause(of: result, "avformat_open_input", name, position)
        }
        raw = context
        if Self.restartable.contains(formatName) { unwrapper = TimestampUnwrapper() }
        if analyze || !Self.completeHeaders.contains(formatName) {
            try run("avformat_find_stream_info") { avformat_find_stream_info(raw, nil) }
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = raw
        avformat_close_input(&context)
        vt_io_free(io)
    }

    /// The maximum number of streams of an upload: the largest that a preset may allow (docs/presets.md, `streams`).
    public static let maximumStreams = 1000

    /// The containers whose header has the parameters of all streams.
    private static let completeHeaders: Set<String> = ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"]

    /// Whether seeks find keyframes by their presentation times: by its decode time, a keyframe with B-frames is missed for the one
    /// before it.
    public var seeksByPresentationTime: Bool { Self.completeHeaders.contains(formatName) }

    /// The containers in which recordings can be concatenated without any signaling.
    private static let restartable: Set<String> = ["mpegts", "mpeg"]

    /// The number of concatenated recordings in the packets so far, each with timestamps of its own; those of packets are
    /// unwrapped.
    ///
    /// Valid only if all packets were read from the beginning.
    public var recordingCount: Int { unwrapper?.count ?? 1 }

    /// libav's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`, `mpegts`.
    public var formatName: String { String(cString: raw.pointee.iformat.pointee.name) }

    /// The number of streams.
    public var streamCount: Int { Int(raw.pointee.nb_streams) }

    /// The streams, by index; copied values.
    public var streams: [StreamInfo] {
        (0..<streamCount).map { StreamInfo(raw.pointee.streams[$0]!, formats) }
    }

    /// A copy of a stream's codec configuration as in the container: the content of an `avcC` box, an AudioSpecificConfig;
    /// empty if there is none.
    public func configuration(of stream: Int) -> [UInt8] {
        let parameters = raw.pointee.streams[stream]!.pointee.codecpar.pointee
        guard let bytes = parameters.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.extradata_size)))
    }

    /// Limits `read` to packets of these streams.
    public func select(_ indices: Set<Int>) {
        selected = indices
        for index in 0..<streamCount {
            raw.pointee.streams[index]!.pointee.discard =
                indices.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Reads the next packet of a selected stream, in place of the packet's content.
    ///
    /// - Returns: False at the end.
    /// - Throws: The reader's error if reading failed, or else `LibAVError`.
    public func read(into packet: borrowing Packet) throws -> Bool {
        repeat {
            packet.clear()
            let result = av_read_frame(raw, packet.raw)
            if result == vt_error_end_of_file, position.failure == nil, !position.isStopped {
                return false
            }
            try run("av_read_frame") { result }
            // Packets that were buffered while streams were analyzed are returned even if not selected.
        } while !(selected?.contains(packet.streamIndex) ?? true)
        unwrap(packet)
        return true
    }

    private func unwrap(_ packet: borrowing Packet) {
        guard unwrapper != nil, let time = packet.decodeTime ?? packet.presentationTime,
            let shift = unwrapper?.shift(
                stream: packet.streamIndex, time: time, duration: packet.duration), shift != 0
        else { return }
        packet.decodeTime = packet.decodeTime.map { $0 &+ shift }
        packet.presentationTime = packet.presentationTime.map { $0 &+ shift }
    }

    /// Moves to a position at or before a decode time, in ticks of the stream's time base; how far before depends on the
    /// container.
    ///
    /// - Parameters:
    ///   - stream: The stream whose index is searched.
    ///   - decodeTime: The time in ticks of the stream's time base.
    ///   - toKeyframe: Whether to move to a keyframe, or to any packet.
    /// - Throws: The reader's error if reading failed, or else `LibAVError`.
    public func seek(stream: Int, to decodeTime: Int, toKeyframe: Bool = true) throws {
        if unwrapper != nil { unwrapper = TimestampUnwrapper() }
        try run("avformat_seek_file") {
            avformat_seek_file(
                raw, Int32(stream), .min, Int64(decodeTime), Int64(decodeTime),
                toKeyframe ? 0 : AVSEEK_FLAG_ANY)
        }
    }

    private func run(_ operation: StaticString, _ call: () -> Int32) throws {
        let result = call()
        guard result < 0 else { return }
        throw Self.cause(of: result, operation, name, position)
    }

    /// The reader's error, or an interruption, for which libav's code is only that reading failed.
    private static func cause(
        of code: Int32, _ operation: StaticString, _ name: String, _ position: ReaderPosition
    ) -> any Error {
        position.failure
            ?? LibAVError(operation, name, position.isStopped ? vt_error_exit : code)
    }

    private static let read:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32)
            -> Int32 = { opaque, buffer, size in
                // Safe because the position lives as long as the demuxer, which frees the I/O context.
                let position = Unmanaged<ReaderPosition>.fromOpaque(opaque!).takeUnretainedValue()
                let target = UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))
                guard let count = position.read(into: target) else {
                    return position.isStopped ? vt_error_exit : vt_error_input_output
                }
                return count == 0 ? vt_error_end_of_file : Int32(count)
            }

    private static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = {
        opaque, offset, whence in
        // Safe because the position lives as long as the demuxer, which frees the I/O context.
        let position = Unmanaged<ReaderPosition>.fromOpaque(opaque!).takeUnretainedValue()
        let target: Int? =
            switch whence & ~AVSEEK_FORCE {
            case AVSEEK_SIZE: position.reader.size
            case SEEK_SET: position.seek(to: Int(offset))
            case SEEK_CUR: position.seek(by: Int(offset))
            case SEEK_END: position.seek(to: position.reader.size + Int(offset))
            default: nil
            }
        return target.map(Int64.init) ?? Int64(vt_error_input_output)
    }
}

/// A stop condition that C callbacks can reach through a pointer.
final class InterruptBox {
    private let stop: @Sendable () -> Bool
    init(_ stop: @escaping @Sendable () -> Bool) { self.stop = stop }
    var isSet: Bool { stop() }
}
