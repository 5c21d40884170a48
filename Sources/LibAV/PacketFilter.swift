internal import CLibAV
internal import CLibAVShim

/// A bitstream filter of libav, which changes the packets of one stream without decoding.
///
/// Confined to the thread that created it. Owns its `AVBSFContext`.
public final class PacketFilter {
    let raw: UnsafeMutablePointer<AVBSFContext>
    private let subject: String

    /// Creates a filter for a stream of a demuxer.
    ///
    /// - Parameters:
    ///   - text: The filter and its options, as `ffmpeg -bsf` takes them.
    ///   - stream: The index of the stream.
    ///   - demuxer: The demuxer of its packets; not retained.
    ///   - subject: For messages.
    /// - Throws: `LibAVError`, also if the filter does not support the stream's codec.
    public init(
        _ text: String, for stream: Int, of demuxer: Demuxer, subject: String
    ) throws(LibAVError) {
        var context: UnsafeMutablePointer<AVBSFContext>?
        try check(av_bsf_list_parse_str(text, &context), "av_bsf_list_parse_str", subject)
        raw = try allocated(context, "av_bsf_list_parse_str", subject)
        self.subject = subject
        let source = demuxer.raw.pointee.streams[stream]!
        raw.pointee.time_base_in = source.pointee.time_base
        try check(
            avcodec_parameters_copy(raw.pointee.par_in, source.pointee.codecpar),
            "avcodec_parameters_copy", subject)
        try check(av_bsf_init(raw), "av_bsf_init", subject)
    }

    deinit {
        var raw: UnsafeMutablePointer<AVBSFContext>? = raw
        av_bsf_free(&raw)
    }

    /// Changes a packet in place.
    ///
    /// - Returns: False if the filter dropped it.
    public func apply(to packet: borrowing Packet) throws(LibAVError) -> Bool {
        try check(av_bsf_send_packet(raw, packet.raw), "av_bsf_send_packet", subject)
        let result = av_bsf_receive_packet(raw, packet.raw)
        if result == vt_error_again { return false }
        try check(result, "av_bsf_receive_packet", subject)
        return true
    }
}
