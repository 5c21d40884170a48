internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// Reads the size of coded pictures from their headers, without decoding.
///
/// Supports codecs whose libav parser reads sizes (H.264, HEVC, MPEG-2, and others). Confined to the thread that created it.
/// Owns its parser and `AVCodecContext`.
public final class FrameSizeReader {
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private var context: UnsafeMutablePointer<AVCodecContext>?

    /// Creates a reader for a stream of a demuxer, which is not retained.
    ///
    /// - Returns: `nil` if libav has no parser for the stream's codec.
    public init?(_ demuxer: Demuxer, stream: Int) {
        guard let parameters = demuxer.raw.pointee.streams[stream]?.pointee.codecpar,
            let parser = av_parser_init(Int32(parameters.pointee.codec_id.rawValue))
        else { return nil }
        // Packets of demuxers are complete coded pictures.
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        self.parser = parser
        context = avcodec_alloc_context3(nil)
        guard let context, avcodec_parameters_to_context(context, parameters) >= 0 else {
            return nil
        }
    }

    deinit {
        av_parser_close(parser)
        avcodec_free_context(&context)
    }

    /// Returns the coded size in pixels from the packet's headers; `nil` if they have none.
    public func size(of packet: borrowing Packet) -> Resolution? {
        var output: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        // The parser retains the last size where a packet has none.
        (parser.pointee.width, parser.pointee.height) = (0, 0)
        _ = av_parser_parse2(
            parser, context, &output, &count, packet.raw.pointee.data, packet.raw.pointee.size,
            packet.raw.pointee.pts, packet.raw.pointee.dts, -1)
        let (width, height) = (Int(parser.pointee.width), Int(parser.pointee.height))
        return width > 0 && height > 0 ? Resolution(width: width, height: height) : nil
    }
}
