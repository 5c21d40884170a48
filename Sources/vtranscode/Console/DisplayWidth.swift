extension String {
    /// The width of the text on a terminal, in cells, without its colors.
    ///
    /// Counted as terminals do, by grapheme cluster: two cells for East Asian wide characters and
    /// emoji (Unicode Standard Annex 11), none for characters without a shape of their own.
    var displayWidth: Int { withoutColors.reduce(0) { $0 + $1.displayWidth } }

    /// The longest beginning that fits, with an ellipsis for the omitted rest.
    func truncated(toWidth limit: Int) -> String {
        guard displayWidth > limit else { return self }
        return limit < 1 ? "" : prefix(fitting: limit - 1) + "…"
    }

    /// The longest end that fits, with an ellipsis for the omitted beginning; for paths.
    func truncatedAtStart(toWidth limit: Int) -> String {
        guard displayWidth > limit else { return self }
        guard limit >= 1 else { return "" }
        var width = 0
        let end = reversed().prefix { character in
            width += character.displayWidth
            return width < limit
        }
        return "…" + String(suffix(end.count))
    }

    /// The text with spaces appended up to a width; wider texts are unchanged.
    func padded(toWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }

    /// The text with spaces prepended up to a width; wider texts are unchanged.
    func rightAligned(toWidth width: Int) -> String {
        String(repeating: " ", count: max(0, width - displayWidth)) + self
    }

    /// The text as one line without control characters.
    ///
    /// File names may contain line breaks, escape sequences and bidirectional controls; each such
    /// character becomes U+FFFD.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
    }

    private func prefix(fitting limit: Int) -> String {
        var width = 0
        return String(
            prefix { character in
                width += character.displayWidth
                return width <= limit
            })
    }

    /// The text without SGR sequences (ECMA-48, 8.3.117), the only ones that are written in lines.
    private var withoutColors: String {
        guard contains("\u{1b}") else { return self }
        return replacing(#/\u{1b}\[[0-9;]*m/#, with: "")
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        // VARIATION SELECTOR-16 selects the emoji, which is wide.
        if unicodeScalars.contains("\u{FE0F}") || first.isWide { return 2 }
        return first.isShapeless ? 0 : 1
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }

    fileprivate var isShapeless: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: true
        default: false
        }
    }

    /// Whether East_Asian_Width is W or F (EastAsianWidth.txt, Unicode 15.1), by blocks.
    fileprivate var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB,
            0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
