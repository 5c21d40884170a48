/// A terminal that interprets the output of `StatusArea`, with an unlimited number of rows.
struct Screen {
    let columns: Int
    private var rows: [[Character]] = [[]]
    private var row = 0
    private var column = 0

    init(columns: Int) {
        self.columns = columns
    }

    /// The rows without trailing spaces and without empty rows at the bottom.
    var lines: [String] {
        var lines = rows.map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    mutating func write(_ text: String) {
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "\r": column = 0
            case "\n": lineFeed()
            case "\u{1b}": perform(&rest)
            default: put(character)
            }
        }
    }

    private mutating func put(_ character: Character) {
        if column == columns { lineFeed() }
        while rows[row].count <= column { rows[row].append(" ") }
        rows[row][column] = character
        column += 1
    }

    /// Output processing adds a carriage return to a line feed.
    private mutating func lineFeed() {
        row += 1
        column = 0
        if row == rows.count { rows.append([]) }
    }

    private mutating func perform(_ rest: inout Substring) {
        rest.removeFirst()
        let number = rest.prefix { $0.isNumber }
        rest.removeFirst(number.count)
        switch rest.removeFirst() {
        case "A": row = max(0, row - (Int(number) ?? 1))
        case "K": rows[row] = Array(rows[row].prefix(column))
        case "J":
            rows[row] = Array(rows[row].prefix(column))
            for below in (row + 1)..<max(row + 1, rows.count) { rows[below] = [] }
        default: break
        }
    }
}
