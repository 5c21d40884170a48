/// A table of text.
struct TextGrid {
    let header: [String]
    let rows: [[String]]
    /// The columns of text, aligned left; numbers are aligned right.
    let texts: Set<Int>

    /// The table without columns that have a header only.
    var withoutEmptyColumns: TextGrid {
        let columns = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        return TextGrid(
            header: columns.map { header[$0] }, rows: rows.map { row in columns.map { row[$0] } },
            texts: Set(columns.indices.filter { texts.contains(columns[$0]) }))
    }

    /// The table as lines with aligned columns.
    var aligned: String {
        let widths = header.indices.map { column in
            ([header] + rows).map { $0[column].count }.max() ?? 0
        }
        return ([header] + rows).map { row in
            var line = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return texts.contains(column) ? cell + space : space + cell
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    /// The table in GitHub's Markdown.
    var markdown: String {
        let rule = header.indices.map { texts.contains($0) ? "---" : "--:" }
        return ([header, rule] + rows.map { $0.map(Self.escaped) }).map {
            "| " + $0.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    /// Escapes a cell, since file names can contain any character.
    private static func escaped(_ cell: String) -> String {
        var text = ""
        for character in cell {
            if "\\|`*_[]<>&#".contains(character) { text.append("\\") }
            text.append(character.isNewline ? " " : character)
        }
        return text
    }
}

extension String {
    /// The text on one line without control characters, since file names can contain any character.
    var oneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                        "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
