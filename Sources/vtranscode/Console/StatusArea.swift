/// The lines at the bottom of a terminal that are redrawn in place.
///
/// It computes what to write and writes nothing. Between two updates the cursor rests at the start
/// of the last line, visible: a process that is killed leaves a terminal that needs no repair.
struct StatusArea {
    /// What is on the screen, from the top.
    private(set) var lines: [String] = []

    /// What to write, in one piece, to put `above` over the area for good and show `status` in it.
    ///
    /// - Parameters:
    ///   - status: Lines narrower than the terminal.
    ///   - above: Lines of any width; they scroll away with the rest of the terminal.
    ///   - columns: The terminal's width now. It may have changed: a line that has become too wide
    ///     is taken to have been wrapped, as terminals of today do.
    /// - Returns: Nothing where nothing changes.
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
