internal import HLS

/// The decoder of the byte pairs of one field, which has two channels (CTA-608-E; 47 CFR 79.101).
package struct CEA608Field {
    package private(set) var channels = [CEA608Channel(), CEA608Channel()]
    /// The index of the channel that characters belong to.
    private var selected: Int?
    /// Whether the field is in text mode, which carries no captions.
    private var isText = false
    /// Whether the field carries extended data services (titles, ratings).
    private var isExtendedData = false
    /// The previous command, unless it was a repetition.
    private var lastCommand: CEA608Pair?

    package init() {}

    /// Decodes a pair that is displayed at a time, in milliseconds.
    package mutating func decode(_ pair: CEA608Pair, at time: Int) {
        // A pair with a parity error in its second byte may be an incomplete command.
        guard Self.hasOddParity(pair.second) else { return }
        let first = Self.hasOddParity(pair.first) ? pair.first & 0x7F : Self.replacement
        let second = pair.second & 0x7F
        switch first {
        case 0x01...0x0F: isExtendedData = true
        case 0x10...0x1F:
            isExtendedData = false
            // Commands are sent twice; the repetition is ignored.
            if lastCommand == pair {
                lastCommand = nil
                return
            }
            lastCommand = pair
            command(first, second, at: time)
            return
        default:
            write(first, at: time)
            write(second, at: time)
        }
        lastCommand = nil
    }

    /// Ends the displayed captions of both channels.
    package mutating func finish(at end: Int) {
        for index in channels.indices { channels[index].finish(at: end) }
    }

    /// The character (a block) that replaces one with a parity error.
    private static let replacement: UInt8 = 0x7F

    /// Returns whether a byte has odd parity, which CEA-608 requires.
    private static func hasOddParity(_ byte: UInt8) -> Bool { byte.nonzeroBitCount % 2 == 1 }

    private mutating func write(_ byte: UInt8, at time: Int) {
        guard let selected, !isText, !isExtendedData, byte >= 0x20 else { return }
        channels[selected].write(CEA608Characters.standard(byte), at: time)
    }

    /// Executes a command; one bit of the first byte selects the channel, the others the kind of command.
    private mutating func command(_ first: UInt8, _ second: UInt8, at time: Int) {
        let channel = Int(first >> 3 & 1)
        switch (first & 0x17, second) {
        case (0x14...0x15, 0x20...0x2F):
            guard let command = CEA608Command(second) else { return }
            isText = (isText || command == .text) && !command.endsTextMode
            if !isText || command.appliesInTextMode { channels[channel].perform(command, at: time) }
        case _ where isText: return
        case (0x11, 0x20...0x2F):
            let style = Style(second)
            channels[channel].style(
                isItalic: style.isItalic, isUnderlined: style.isUnderlined, at: time)
        case (0x11, 0x30...0x3F):
            channels[channel].write(CEA608Characters.special[Int(second - 0x30)], at: time)
        case (0x12, 0x20...0x3F):
            channels[channel].replace(
                with: CEA608Characters.spanishAndFrench[Int(second - 0x20)], at: time)
        case (0x13, 0x20...0x3F):
            channels[channel].replace(
                with: CEA608Characters.portugueseAndGerman[Int(second - 0x20)], at: time)
        case (0x17, 0x21...0x23): channels[channel].indent(by: Int(second - 0x20))
        case (let kind, 0x40...0x7F): position(channel, kind, second)
        default: break
        }
        selected = channel
    }

    /// Executes a preamble address code: a row from the first byte and a bit of the second, then an indent or styles.
    private mutating func position(_ channel: Int, _ kind: UInt8, _ byte: UInt8) {
        let half = Int(byte >> 5 & 1)
        guard let pair = Self.rows[kind], half < pair.count else { return }
        let isIndent = byte & 0x10 != 0
        let style = Style(byte)
        channels[channel].position(
            row: pair[half] - 1, column: isIndent ? Int(byte >> 1 & 7) * 4 : 0,
            isItalic: !isIndent && style.isItalic, isUnderlined: style.isUnderlined)
    }

    private static let rows: [UInt8: [Int]] = [
        0x11: [1, 2], 0x12: [3, 4], 0x15: [5, 6], 0x16: [7, 8], 0x17: [9, 10], 0x10: [11],
        0x13: [12, 13], 0x14: [14, 15],
    ]

    /// The styles in the last four bits of preambles and mid-row codes; colors are ignored.
    private struct Style {
        let isItalic: Bool
        let isUnderlined: Bool

        init(_ byte: UInt8) {
            isItalic = byte >> 1 & 7 == 7
            isUnderlined = byte & 1 != 0
        }
    }
}
