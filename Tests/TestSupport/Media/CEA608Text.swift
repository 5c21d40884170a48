/// CEA-608 captions: byte pairs with odd parity, each command twice.
public enum CEA608Text {
    public struct Pair: Hashable, Sendable {
        public let first: UInt8
        public let second: UInt8

        public init(_ first: UInt8, _ second: UInt8) {
            self.first = CEA608Text.withParity(first)
            self.second = CEA608Text.withParity(second)
        }
    }

    private static let commands: [Substring: UInt8] = [
        "RCL": 0x20, "BS": 0x21, "DER": 0x24, "RU2": 0x25, "RU3": 0x26, "RU4": 0x27, "RDC": 0x29,
        "TR": 0x2A, "EDM": 0x2C, "CR": 0x2D, "ENM": 0x2E, "EOC": 0x2F,
    ]
    private static let rows: [UInt8] = [
        0x11, 0x11, 0x12, 0x12, 0x15, 0x15, 0x16, 0x16, 0x17, 0x17, 0x10, 0x13, 0x13, 0x14, 0x14,
    ]

    /// The pairs of a text with commands in braces: `{RCL}{15}HELLO{EOC}`.
    ///
    /// `{15}` is a preamble: row 15, column 0, and `{15:8}` column 8. Four hexadecimal digits are a command by its bytes,
    /// for channel 1. A field has two channels.
    public static func pairs(_ text: String, channel: Int = 1) -> [Pair] {
        var pairs: [Pair] = []
        var characters: [UInt8] = []
        func flush() {
            if characters.count % 2 != 0 { characters.append(0) }
            for index in stride(from: 0, to: characters.count, by: 2) {
                pairs.append(Pair(characters[index], characters[index + 1]))
            }
            characters = []
        }
        for artifact in text.split(separator: "{", omittingEmptySubsequences: false) {
            let halves = artifact.split(separator: "}", omittingEmptySubsequences: false)
            if halves.count == 2, let (first, second) = command(halves[0]) {
                flush()
                let pair = Pair(first | (channel == 2 ? 8 : 0), second)
                pairs += [pair, pair]
            }
            characters += halves[halves.count - 1].utf8
        }
        flush()
        return pairs
    }

    private static func command(_ name: Substring) -> (UInt8, UInt8)? {
        if let code = commands[name] { return (0x14, code) }
        if name.count == 4, let code = UInt16(name, radix: 16) {
            return (UInt8(code >> 8), UInt8(code & 0xFF))
        }
        let parts = name.split(separator: ":").compactMap { UInt8($0) }
        guard let row = parts.first, (1...15).contains(row) else { return nil }
        // The second row of a pair, but row 11, which has none. Columns by indents of four.
        let half: UInt8 = row == 11 || (row < 11) == (row % 2 == 1) ? 0 : 0x20
        let indent = parts.count > 1 ? parts[1] / 4 : 0
        return (rows[Int(row) - 1], 0x50 | half | indent << 1)
    }

    private static func withParity(_ byte: UInt8) -> UInt8 {
        let data = byte & 0x7F
        return data.nonzeroBitCount % 2 == 0 ? data | 0x80 : data
    }

    /// `cc_data` of one coded picture (CTA-708-E, 4.3): this pair in the first field, padding in the second.
    ///
    /// The message begins with ATSC's header by ITU-T T.35 (ATSC A/53 Part 4, 6.2.3).
    public static func message(_ pair: Pair?) -> [UInt8] {
        let pair = pair ?? Pair(0, 0)
        return [0xB5, 0, 0x31] + Array("GA94".utf8)
            + [3, 0x42, 0xFF, 0xFC, pair.first, pair.second, 0xFD, 0x80, 0x80, 0xFF]
    }
}
