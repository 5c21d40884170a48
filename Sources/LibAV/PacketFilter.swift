internal import CLibAV
internal import CLibAVShim

/// Changes the packets of one stream without decoding them, by one of libav's bitstream filters.
///
/// Confined to the thread that made it.
public final class PacketFilter {
    let raw: UnsafeMutablePointer<AVBSFContext>
    private let subject: String

    /// Makes a filter for a stream of a demuxer.
    ///
    /// - Parameters:
    ///   - text: The filter and its options, as `ffmpeg -bsf` takes them.
    ///   - stream: The stream's number.
    ///   - demuxer: Where its packets come from; not kept.
    ///   - subject: For messages.
    /// - Throws: `LibAVError` also if the filter does not know the stream's codec.
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
    /// - Returns: False if nothing is left of it.
    public func apply(to packet: borrowing Packet) throws(LibAVError) -> Bool {
        try check(av_bsf_send_packet(raw, packet.raw), "av_bsf_send_packet", subject)
        let result = av_bsf_receive_packet(raw, packet.raw)
        if result == vt_error_again { return false }
        try check(result, "av_bsf_receive_packet", subject)
        return true
    }
}
