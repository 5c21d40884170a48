/// The lines at the bottom of a terminal that are redrawn in place.
///
/// The type computes texts, without output. Between two updates the cursor is visible and at the
/// start of the last line: a killed process leaves a usable terminal.
struct StatusArea {
    /// The displayed lines, from the top.
    private(set) var lines: [String] = []

    /// Returns the text that writes `above` over the area permanently and shows `status` in it.
    ///
    /// - Parameters:
    ///   - status: Lines narrower than the terminal.
    ///   - above: Lines of any width; they scroll away with the rest of the terminal.
    ///   - columns: The terminal's current width. It may have changed: a line that has become too
    ///     wide is assumed to be wrapped.
    /// - Returns: An empty text if there is no change.
    mutating func replace(with status: [String], above: [String] = [], columns: Int) -> String {
        guard status != lines || !above.isEmpty else { return "" }
        let rowsAboveCursor = lines.dropLast().reduce(0) { rows, line in
            rows + max(1, (line.displayWidth + columns - 1) / max(1, columns))
        }
        var text = "\r"
        if rowsAboveCursor > 0 { text += Self.cursorUp(rowsAboveCursor) }
        for line in above { text += line + Self.clearToEndOfLine + "\n" }
        text += status.joined(separator: Self.clearToEndOfLine + "\n")
        text += Self.clearToEndOfScreen + "\r"
        lines = status
        return text
    }

    // ECMA-48: CUU, EL 0, ED 0.
    private static func cursorUp(_ rows: Int) -> String { "\u{1b}[\(rows)A" }
    private static let clearToEndOfLine = "\u{1b}[K"
    private static let clearToEndOfScreen = "\u{1b}[J"
}
