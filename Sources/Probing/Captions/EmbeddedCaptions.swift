internal import Captions
internal import LibAV
internal import MediaSandbox

/// Parsing of captions in coded pictures, as in broadcasts (ATSC A/53 Part 4, 6.2.3).
///
/// Captions are user data: an SEI message of H.264 and HEVC, a metadata OBU of AV1 (both by ITU-T T.35), a user data
/// unit of MPEG-2. Video is not decoded to read them.
enum EmbeddedCaptions {
    /// libav's names of the codecs whose frames may have captions.
    static let codecs: Set<String> = ["h264", "hevc", "av1", "mpeg2video"]

    private static let signature = Packet.closedCaptionSignature
    /// The bytes before the signature: country (USA) and provider (ATSC) by T.35, or MPEG-2's user data start code.
    private static let prefixes: [[UInt8]] = [[0xB5, 0, 0x31], [0, 0, 1, 0xB2]]

    /// Returns the pairs of a packet.
    static func pairs(in packet: borrowing Packet) -> [CEA608Pair] {
        let ends = packet.ends(of: signature)
        guard !ends.isEmpty else { return [] }
        // Copied once: a packet may contain many signatures.
        let bytes = packet.copyBytes()
        return ends.flatMap { pairs(bytes, after: $0) }
    }

    /// Returns the pairs of one message.
    ///
    /// - Parameters:
    ///   - bytes: The packet's data.
    ///   - end: The index after the signature.
    /// - Returns: The pairs of both fields, in order, without padding.
    static func pairs(_ bytes: [UInt8], after end: Int) -> [CEA608Pair] {
        let before = bytes[..<(end - signature.count)]
        guard prefixes.contains(where: { before.suffix($0.count).elementsEqual($0) }),
            let flags = bytes[end...].first, flags & hasData != 0
        else { return [] }
        let count = Int(flags & 0x1F)
        // After flags and a reserved byte; up to three times as long with emulation prevention.
        let units = unescaped(bytes[end...].dropFirst(2).prefix(3 * 3 * count))
        return (0..<min(count, units.count / 3)).compactMap {
            CEA608Pair(units[(3 * $0)..<(3 * $0 + 3)])
        }
    }

    /// `process_cc_data_flag`; the low five bits of its byte count the units.
    private static let hasData: UInt8 = 0x40

    /// Removes emulation prevention bytes (H.264, 7.4.1).
    ///
    /// MPEG-2 and AV1 have none, and `cc_data` cannot contain such a sequence: each unit begins with one bits.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var zeros = 0
        return bytes.filter { byte in
            let isPrevention = zeros >= 2 && byte == 3
            zeros = byte == 0 ? zeros + 1 : 0
            return !isPrevention
        }
    }
}
