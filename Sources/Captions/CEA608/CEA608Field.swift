internal import HLS

/// The decoder of one field, whose byte pairs two channels share (CTA-608-E; 47 CFR 79.101).
package struct CEA608Field {
    package private(set) var channels = [CEA608Channel(), CEA608Channel()]
    /// Whose characters come.
    private var selected: Int?
    /// What comes is a text service beside the programme, or extended data (titles, ratings), and not captions.
    private var isText = false
    private var isExtendedData = false
    /// The command before, if it was not itself a repetition.
    private var lastCommand: CEA608Pair?

    package init() {}

    package mutating func take(_ pair: CEA608Pair, at time: Int) {
        // What is damaged in its second byte may be half of a command.
        guard Self.isWhole(pair.second) else { return }
        let first = Self.isWhole(pair.first) ? pair.first & 0x7F : Self.damaged
        let second = pair.second & 0x7F
        switch first {
        case 0x01...0x0F: isExtendedData = true
        case 0x10...0x1F:
            isExtendedData = false
            // Each is sent twice, in case one gets lost.
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

    package mutating func finish(at end: Int) {
        for index in channels.indices { channels[index].finish(at: end) }
    }

    /// A block stands for a character that is lost.
    private static let damaged: UInt8 = 0x7F

    /// Whether the parity is odd, as it must be.
    private static func isWhole(_ byte: UInt8) -> Bool { byte.nonzeroBitCount % 2 == 1 }

    private mutating func write(_ byte: UInt8, at time: Int) {
        guard let selected, !isText, !isExtendedData, byte >= 0x20 else { return }
        channels[selected].write(CEA608Characters.standard(byte), at: time)
    }

    /// The first byte tells the channel by one bit; with the others the kind of the command.
    private mutating func command(_ first: UInt8, _ second: UInt8, at time: Int) {
        let channel = Int(first >> 3 & 1)
        switch (first & 0x17, second) {
        case (0x14...0x15, 0x20...0x2F):
            guard let command = CEA608Command(second) else { return }
            isText = (isText || command == .text) && !command.beginsCaptions
            if !isText || command.isOfScreen { channels[channel].perform(command, at: time) }
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
        case (let kind, 0x40...0x7F): place(channel, kind, second)
        default: break
        }
        selected = channel
    }

    /// A preamble address code: the row by the first byte and a bit of the second, then an indent or styles.
    private mutating func place(_ channel: Int, _ kind: UInt8, _ byte: UInt8) {
        let half = Int(byte >> 5 & 1)
        guard let pair = Self.rows[kind], half < pair.count else { return }
        let isIndent = byte & 0x10 != 0
        let style = Style(byte)
        channels[channel].place(
            row: pair[half] - 1, column: isIndent ? Int(byte >> 1 & 7) * 4 : 0,
            isItalic: !isIndent && style.isItalic, isUnderlined: style.isUnderlined)
    }

    private static let rows: [UInt8: [Int]] = [
        0x11: [1, 2], 0x12: [3, 4], 0x15: [5, 6], 0x16: [7, 8], 0x17: [9, 10], 0x10: [11],
        0x13: [12, 13], 0x14: [14, 15],
    ]

    /// The last four bits of preambles and of codes in the middle of a row; colors are not kept.
    private struct Style {
        let isItalic: Bool
        let isUnderlined: Bool

        init(_ byte: UInt8) {
            isItalic = byte >> 1 & 7 == 7
            isUnderlined = byte & 1 != 0
        }
    }
}
