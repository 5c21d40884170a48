/// A memory of a caption decoder: 15 rows of 32 columns.
struct CEA608Screen {
    struct Cell {
        let scalar: Unicode.Scalar
        let isItalic: Bool
        let isUnderlined: Bool
    }

    /// One line of text and the time from which it is displayed.
    struct Row {
        var cells: [Cell?] = Array(repeating: nil, count: columnCount)
        /// The start of its display, in milliseconds.
        var since: Int

        var isBlank: Bool { !cells.contains { $0?.isVisible ?? false } }
    }

    static let rowCount = 15
    static let columnCount = 32

    /// The rows with characters, by number from 0.
    private(set) var rows: [Int: Row] = [:]

    /// Writes a character to a cell.
    ///
    /// A row is displayed from its first visible character on.
    mutating func put(_ cell: Cell, row: Int, column: Int, at time: Int) {
        var line = rows[row] ?? Row(since: time)
        if line.isBlank { line.since = time }
        line.cells[column] = cell
        rows[row] = line
    }

    /// Clears cells of a row.
    mutating func clear(row: Int, columns: some Sequence<Int>) {
        for column in columns { rows[row]?.cells[column] = nil }
        if rows[row]?.isBlank ?? false { rows[row] = nil }
    }

    mutating func clear() { rows = [:] }

    /// Sets the time from which one row, or every row, is displayed.
    mutating func show(_ row: Int? = nil, from time: Int) {
        for number in row.map({ [$0] }) ?? Array(rows.keys) { rows[number]?.since = time }
    }

    func isVisible(row: Int, column: Int) -> Bool { rows[row]?.cells[column]?.isVisible ?? false }
}

extension CEA608Screen.Cell {
    var isVisible: Bool { scalar != " " }
}
