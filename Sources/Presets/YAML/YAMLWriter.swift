/// Writes a preset with every default filled in, from the records of its fields.
enum YAMLWriter {
    /// Returns text that reads back as the same values; keys without a value are left out.
    static func text(of records: [FieldRecord]) -> String {
        records.flatMap(lines).map { $0 + "\n" }.joined()
    }

    private static func lines(of record: FieldRecord) -> [String] {
        switch record.kind {
        case .value(_, _, _, let written): written.map { ["\(record.key): \(scalar($0))"] } ?? []
        case .mapping(_, _, isNone: true): ["\(record.key): none"]
        case .mapping(let records, _, isNone: false): block(record.key, records.flatMap(lines))
        case .texts(_, _, let texts):
            block(record.key, texts.map { "\(scalar($0.key)): \(scalar($0.text))" })
        case .list(_, _, isNone: true): ["\(record.key): none"]
        case .list(let items, _, isNone: false):
            ["\(record.key):"]
                + items.flatMap { item in
                    zip(item.flatMap(lines), sequence(first: "  - ") { _ in "    " })
                        .map { $1 + $0 }
                }
        }
    }

    private static func block(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? ["\(key): {}"] : ["\(key):"] + lines.map { "  " + $0 }
    }

    /// Returns the text of a scalar, in quotes if YAML could read it as something else.
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
