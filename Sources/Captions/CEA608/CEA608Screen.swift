/// One memory of a caption decoder: fifteen rows of thirty-two columns.
struct CEA608Screen {
    struct Cell {
        let scalar: Unicode.Scalar
        let isItalic: Bool
        let isUnderlined: Bool
    }

    /// One line of text, and when it began to be shown.
    struct Row {
        var cells: [Cell?] = Array(repeating: nil, count: columnCount)
        /// Milliseconds.
        var since: Int

        var isBlank: Bool { !cells.contains { $0?.isVisible ?? false } }
    }

    static let rowCount = 15
    static let columnCount = 32

    /// Rows with something in them, by number from 0.
    private(set) var rows: [Int: Row] = [:]

    /// Puts a character into a cell.
    ///
    /// A row begins to be shown with the first one that can be seen.
    mutating func put(_ cell: Cell, row: Int, column: Int, at time: Int) {
        var line = rows[row] ?? Row(since: time)
        if line.isBlank { line.since = time }
        line.cells[column] = cell
        rows[row] = line
    }

    /// Empties cells of a row.
    mutating func clear(row: Int, columns: some Sequence<Int>) {
        for column in columns { rows[row]?.cells[column] = nil }
        if rows[row]?.isBlank ?? false { rows[row] = nil }
    }

    mutating func clear() { rows = [:] }

    /// Says that all or one of its rows are shown from a time on.
    mutating func show(_ row: Int? = nil, from time: Int) {
        for number in row.map({ [$0] }) ?? Array(rows.keys) { rows[number]?.since = time }
    }

    func isVisible(row: Int, column: Int) -> Bool { rows[row]?.cells[column]?.isVisible ?? false }
}

extension CEA608Screen.Cell {
    var isVisible: Bool { scalar != " " }
}
