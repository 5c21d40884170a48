/// Cells in columns.
struct TextGrid {
    let header: [String]
    let rows: [[String]]
    /// Columns of text; numbers stand on the right.
    let texts: Set<Int>

    /// Without columns that only have a header.
    var withoutEmptyColumns: TextGrid {
        let kept = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        return TextGrid(
            header: kept.map { header[$0] }, rows: rows.map { row in kept.map { row[$0] } },
            texts: Set(kept.indices.filter { texts.contains(kept[$0]) }))
    }

    /// Lines with the columns below one another.
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

    /// A table of GitHub's Markdown.
    var markdown: String {
        let rule = header.indices.map { texts.contains($0) ? "---" : "--:" }
        return ([header, rule] + rows.map { $0.map(Self.escaped) }).map {
            "| " + $0.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    /// File names may hold anything.
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
    /// On one line and without power over a terminal: names of files may hold anything.
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
