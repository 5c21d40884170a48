internal import HLS

/// The text of an (Advanced) SubStation Alpha event, in the form of libav's demuxers and subtitle decoders.
///
/// Its fields are `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text` (Matroska, "SSA/ASS Subtitles").
/// Bold, italic and underline are retained. `ASSStyles` determines the position. Fonts, colors, movements and
/// drawings are removed.
enum ASSText {
    private static let fieldsBeforeText = 8

    static func cueText(event: String) -> String? {
        let fields = event.split(
            separator: ",", maxSplits: fieldsBeforeText, omittingEmptySubsequences: false)
        guard fields.count == fieldsBeforeText + 1 else { return nil }
        return cueText(fields[fieldsBeforeText])
    }

    private static func cueText(_ text: Substring) -> String? {
        var builder = CueTextBuilder()
        var isDrawing = false
        var rest = text.unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "{", let end = rest.firstIndex(of: "}") {
                apply(rest[..<end], &builder, &isDrawing)
                rest = rest[rest.index(after: end)...]
            } else if scalar == "\\", let escaped = escapes[rest.first ?? " "] {
                rest.removeFirst()
                builder.append(escaped)
            } else if !isDrawing {
                builder.append(scalar)
            }
        }
        return builder.finish()
    }

    /// `\N` ends a line, as `\n` does in one wrapping style; `\h` is a no-break space.
    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "N": "\n", "n": "\n", "h": "\u{A0}",
    ]

    /// Applies the override tags of one pair of braces, such as `\b1\pos(10,20)`; text between tags is a comment.
    private static func apply(
        _ overrides: Substring.UnicodeScalarView, _ builder: inout CueTextBuilder,
        _ isDrawing: inout Bool
    ) {
        for override in overrides.split(separator: "\\") {
            let digits = override.dropFirst()
            let number = digits.isEmpty ? nil : Int(String(digits))
            switch (override.first, number) {
            case ("b", let number?): builder.set(.bold, number != 0)
            case ("i", let number?): builder.set(.italic, number != 0)
            case ("u", let number?): builder.set(.underline, number != 0)
            case ("p", let number?): isDrawing = number > 0
            // Resets to the line's style, or to the style whose name follows.
            case ("r", _): builder.resetStyles()
            default: break
            }
        }
    }
}
