internal import HLS

/// An event of (Advanced) SubStation Alpha, as libav's demuxers hand it out.
///
/// Its fields are `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text` (Matroska, "SSA/ASS Subtitles").
/// Bold, italic and underlined text stay so; where it is shown is told by `ASSStyles`; fonts,
/// colors, movements and drawings are dropped.
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

    /// `\N` ends a line; so does `\n`, in the wrapping style that needs it; `\h` is a space that does not break.
    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "N": "\n", "n": "\n", "h": "\u{A0}",
    ]

    /// Overrides between braces: `\b1\pos(10,20)`; text among them is a comment.
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
            // Back to the line's style, or to another one, whose name may follow.
            case ("r", _): builder.resetStyles()
            default: break
            }
        }
    }
}
