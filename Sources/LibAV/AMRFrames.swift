internal import CLibAV

/// The frames of AMR speech in one packet.
///
/// MP4 packs several of them, 20 ms each, into a sample (3GPP TS 26.244, 6.5, `frames_per_sample`);
/// libavcodec's decoders decode the first and silently drop the others.
struct AMRFrames {
    /// The size of a frame with its header in bytes, by frame type.
    private let sizes: [Int]

    /// RFC 4867, 3.6 and 5.3: bits of speech rounded up to bytes, and the header; other types are
    /// headers without speech.
    private static let narrowBand = [13, 14, 16, 18, 20, 21, 27, 32, 6]
    private static let wideBand = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6]

    /// Creates the splitter of a codec; `nil` for every codec but AMR.
    init?(_ codec: AVCodecID) {
        switch codec {
        case AV_CODEC_ID_AMR_NB: sizes = Self.narrowBand
        case AV_CODEC_ID_AMR_WB: sizes = Self.wideBand
        default: return nil
        }
    }

    /// The ranges of the frames in a packet's bytes, without a truncated last one.
    func ranges(in bytes: RawSpan) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < bytes.byteCount {
            // The header: one bit of padding, four of frame type, quality, two of padding.
            let type = Int(bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self) >> 3 & 0xF)
            let end = start + (type < sizes.count ? sizes[type] : 1)
            guard end <= bytes.byteCount else { break }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }
}
