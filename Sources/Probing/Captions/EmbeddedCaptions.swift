internal import Captions
internal import LibAV

/// Captions in the coded pictures themselves, where broadcasts have them (ATSC A/53 Part 4, 6.2.3).
///
/// They are user data beside the pictures, which no decoder needs: H.264 and HEVC have them in an SEI message and AV1 in
/// a metadata unit by ITU-T T.35, MPEG-2 in a unit of its own. So nothing is decoded for them.
enum EmbeddedCaptions {
    /// Codecs, by libav's names, whose pictures may have captions.
    static let codecs: Set<String> = ["h264", "hevc", "av1", "mpeg2video"]

    /// ATSC's identifier, and its type of user data for captions: `ATSC1_data`, `cc_data`.
    private static let signature = Array("GA94".utf8) + [3]
    /// What stands before it: country (USA) and provider (ATSC) by T.35, or the start code of MPEG-2's user data.
    private static let introductions: [[UInt8]] = [[0xB5, 0, 0x31], [0, 0, 1, 0xB2]]

    static func pairs(in packet: borrowing Packet) -> [CEA608Pair] {
        let ends = packet.ends(of: signature)
        guard !ends.isEmpty else { return [] }
        // Copied once: a packet may be full of what only looks like captions.
        let bytes = packet.copyBytes()
        return ends.flatMap { pairs(bytes, behind: $0) }
    }

    /// The pairs of one message.
    ///
    /// - Parameters:
    ///   - bytes: Of the packet.
    ///   - end: The index behind the signature.
    /// - Returns: Those of both fields, in order, without padding.
    static func pairs(_ bytes: [UInt8], behind end: Int) -> [CEA608Pair] {
        let before = bytes[..<(end - signature.count)]
        guard introductions.contains(where: { before.suffix($0.count).elementsEqual($0) }),
            let flags = bytes[end...].first, flags & hasData != 0
        else { return [] }
        let count = Int(flags & 0x1F)
        // Behind flags and a byte that means nothing; three times as many, if some are emulation prevention.
        let units = unescaped(bytes[end...].dropFirst(2).prefix(3 * 3 * count))
        return (0..<min(count, units.count / 3)).compactMap {
            CEA608Pair(units[(3 * $0)..<(3 * $0 + 3)])
        }
    }

    /// `process_cc_data_flag`; the five bits behind it count the units.
    private static let hasData: UInt8 = 0x40

    /// Without the threes that keep zeros from looking like a start code (H.264, 7.4.1, emulation prevention).
    ///
    /// MPEG-2 and AV1 have none, but neither have they such bytes: each unit begins with ones.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var zeros = 0
        return bytes.filter { byte in
            let isPrevention = zeros >= 2 && byte == 3
            zeros = byte == 0 ? zeros + 1 : 0
            return !isPrevention
        }
    }
}
