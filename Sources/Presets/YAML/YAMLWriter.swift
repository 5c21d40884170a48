/// Writes a preset with everything filled in, from what was noted while it was read.
enum YAMLWriter {
    /// What reads back as the same values; keys that are told by leaving them out are left out.
    static func text(of notes: [Note]) -> String {
        notes.flatMap(lines).map { $0 + "\n" }.joined()
    }

    private static func lines(of note: Note) -> [String] {
        switch note.kind {
        case .value(_, _, _, let written): written.map { ["\(note.key): \(scalar($0))"] } ?? []
        case .map(_, _, isNone: true): ["\(note.key): none"]
        case .map(let notes, _, isNone: false): block(note.key, notes.flatMap(lines))
        case .texts(_, _, let texts):
            block(note.key, texts.map { "\(scalar($0.key)): \(scalar($0.text))" })
        case .list(_, _, isNone: true): ["\(note.key): none"]
        case .list(let items, _, isNone: false):
            ["\(note.key):"]
                + items.flatMap { item in
                    zip(item.flatMap(lines), sequence(first: "  - ") { _ in "    " })
                        .map { $1 + $0 }
                }
        }
    }

    private static func block(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? ["\(key): {}"] : ["\(key):"] + lines.map { "  " + $0 }
    }

    /// Text as it is where that can mean nothing else, in quotes where it could.
    private static func scalar(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || " .,/+-_0123456789".contains(Character(scalar)))
        }
        if isPlain, let first = text.first, first.isLetter || first.isNumber, text.last != " " {
            return text
        }
        guard text.unicodeScalars.allSatisfy(SourceText.isText), !text.contains(where: \.isNewline)
        else { return escaped(text) }
        return "'\(text.replacing("'", with: "''"))'"
    }

    private static func escaped(_ text: String) -> String {
        let letters = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where SourceText.isText(scalar) && !"\t\n\r".unicodeScalars.contains(scalar):
                "\(scalar)"
            default:
                "\\U"
                    + String(
                        String(UInt64(scalar.value) + (1 << 32), radix: 16, uppercase: true)
                            .dropFirst())
            }
        }
        return "\"\(letters.joined())\""
    }
}
