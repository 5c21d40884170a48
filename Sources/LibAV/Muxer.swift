internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// A muxer: packets to a container, in memory or in a file.
///
/// Confined to the thread that created it. Owns its `AVFormatContext`, and the file, which closes with it at the latest.
public final class Muxer {
    private let raw: UnsafeMutablePointer<AVFormatContext>
    private let subject: String
    private let isInMemory: Bool

    /// Creates a muxer that collects its bytes in memory: for segments, which are small.
    ///
    /// - Parameters:
    ///   - format: libav's name of the container.
    ///   - subject: For messages.
    /// - Throws: `LibAVError` if the container is unknown or the output cannot be opened.
    public convenience init(inMemory format: String, subject: String) throws(LibAVError) {
        try self.init(format, path: nil, subject: subject)
    }

    /// Creates a muxer that creates or replaces a file; the caller removes an incomplete one.
    ///
    /// - Parameters:
    ///   - format: libav's name of the container.
    ///   - path: The path of the file.
    ///   - subject: For messages.
    /// - Throws: `LibAVError` if the container is unknown or the output cannot be opened.
    public convenience init(_ format: String, file path: String, subject: String) throws(LibAVError)
    {
        try self.init(format, path: path, subject: subject)
    }

    private init(_ format: String, path: String?, subject: String) throws(LibAVError) {
        var context: UnsafeMutablePointer<AVFormatContext>?
        // "file:" prevents libav from finding a protocol in the path.
        let url = path.map { "file:" + $0 }
        try check(
            avformat_alloc_output_context2(&context, nil, format, url),
            "avformat_alloc_output_context2", subject)
        let owned = try allocated(context, "avformat_alloc_output_context2", subject)
        owned.pointee.flags |= AVFMT_FLAG_BITEXACT
        let opened =
            if let url {
                avio_open(&owned.pointee.pb, url, AVIO_FLAG_WRITE)
            } else {
                avio_open_dyn_buf(&owned.pointee.pb)
            }
        guard opened >= 0 else {
            avformat_free_context(context)
            throw LibAVError("avio_open", subject, opened)
        }
        raw = owned
        isInMemory = path == nil
        self.subject = subject
    }

    deinit {
        if raw.pointee.pb != nil { _ = takeBytes() }
        avformat_free_context(raw)
    }

    /// Adds a stream of what an encoder makes.
    ///
    /// - Parameters:
    ///   - encoder: The open encoder; not retained.
    ///   - timeBase: The requested time base; the one that the container uses is `timeBase(of:)` after `writeHeader`.
    ///   - frameRate: The frame rate that the container states; `nil` for none.
    ///   - sampleEntry: The four-character code of the stream in MP4; `nil` for libav's choice, which is `hev1` for HEVC.
    /// - Throws: `LibAVError` if memory is short.
    public func addStream(
        _ encoder: Encoder, timeBase: Rational, frameRate: Rational? = nil,
        sampleEntry: String? = nil
    ) throws(LibAVError) {
        let stream = try newStream(timeBase: timeBase, frameRate: frameRate)
        try check(
            avcodec_parameters_from_context(stream.pointee.codecpar, encoder.raw),
            "avcodec_parameters_from_context", subject)
        if let sampleEntry {
            stream.pointee.codecpar.pointee.codec_tag = Self.tag(sampleEntry)
        }
    }

    /// A four-character code as libav stores it.
    private static func tag(_ code: String) -> UInt32 {
        code.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Adds a stream that is copied as it is, or as a filter leaves it, without its metadata.
    ///
    /// - Parameters:
    ///   - index: The stream's index in the demuxer.
    ///   - demuxer: The open file; not retained.
    ///   - filter: The filter that the packets pass; not retained.
    ///   - sampleEntries: Four-character codes that are copied too; others are libav's choice.
    /// - Throws: `LibAVError` if memory is short.
    public func addStream(
        copying index: Int, of demuxer: Demuxer, through filter: PacketFilter? = nil,
        sampleEntries: [String] = []
    ) throws(LibAVError) {
        let source = demuxer.raw.pointee.streams[index]!
        let stream = try newStream(
            timeBase: Rational(positive: source.pointee.time_base) ?? Rational(1, 90_000),
            frameRate: Rational(positive: source.pointee.avg_frame_rate))
        try check(
            avcodec_parameters_copy(
                stream.pointee.codecpar, filter?.raw.pointee.par_out ?? source.pointee.codecpar),
            "avcodec_parameters_copy", subject)
        let tag = source.pointee.codecpar.pointee.codec_tag
        let isCopied = sampleEntries.contains { Self.tag($0) == tag }
        stream.pointee.codecpar.pointee.codec_tag = isCopied ? tag : 0
        stream.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
        if let matrix = vt_stream_display_matrix(source) {
            try check(
                vt_stream_set_display_matrix(stream, matrix), "av_stream_add_side_data", subject)
        }
    }

    /// Writes the header, after all streams were added.
    ///
    /// - Parameter options: Options of the muxer. An unknown one is an error.
    /// - Throws: `LibAVError`.
    public func writeHeader(options: [String: String]) throws(LibAVError) {
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (key, value) in options.sorted(by: { $0.key < $1.key }) {
            av_dict_set(&dictionary, key, value, 0)
        }
        try check(avformat_write_header(raw, &dictionary), "avformat_write_header", subject)
        if let left = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
            let key = String(cString: left.pointee.key)
            throw LibAVError(
                "avformat_write_header", "\(subject), option \(key)", vt_error_no_option)
        }
    }

    /// The time base of a stream's packets, after `writeHeader`.
    public func timeBase(of stream: Int) -> Rational {
        Rational(positive: raw.pointee.streams[stream]!.pointee.time_base) ?? Rational(1)
    }

    /// The number of bytes written so far.
    public var byteCount: Int { Int(avio_seek(raw.pointee.pb, 0, SEEK_CUR)) }

    /// Writes a packet immediately; its times are in ticks of `timeBase(of:)`.
    public func write(_ packet: borrowing Packet) throws(LibAVError) {
        try check(av_write_frame(raw, packet.raw), "av_write_frame", subject)
    }

    /// Takes the content of a packet, which is empty afterwards, and writes it in order of decode times among the streams.
    public func interleave(_ packet: borrowing Packet) throws(LibAVError) {
        try check(
            av_interleaved_write_frame(raw, packet.raw), "av_interleaved_write_frame", subject)
    }

    /// Ends the current fragment of fragmented MP4.
    public func endFragment() throws(LibAVError) {
        try check(av_write_frame(raw, nil), "av_write_frame", subject)
    }

    /// Writes the trailer and closes the output; no packet can be written afterwards.
    ///
    /// - Returns: All bytes of a muxer in memory; empty for a file.
    /// - Throws: `LibAVError`, also for errors of earlier writes.
    public func finish() throws(LibAVError) -> [UInt8] {
        try check(av_write_trailer(raw), "av_write_trailer", subject)
        let failure = raw.pointee.pb.pointee.error
        let bytes = takeBytes()
        try check(failure, "avio_close", subject)
        return bytes
    }

    private func takeBytes() -> [UInt8] {
        guard isInMemory else {
            avio_closep(&raw.pointee.pb)
            return []
        }
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = avio_close_dyn_buf(raw.pointee.pb, &buffer)
        raw.pointee.pb = nil
        defer { av_free(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
    }

    private func newStream(
        timeBase: Rational, frameRate: Rational?
    ) throws(LibAVError) -> UnsafeMutablePointer<AVStream> {
        let stream = try allocated(avformat_new_stream(raw, nil), "avformat_new_stream", subject)
        stream.pointee.time_base = timeBase.raw
        if let frameRate { stream.pointee.avg_frame_rate = frameRate.raw }
        return stream
    }
}
