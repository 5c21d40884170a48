/// A file of sections with keys and values: the format of the AWS tools' shared files, which bucket settings have as well.
///
///     [profile video]           # a comment after white space
///     region = eu-west-1
///     s3 =
///         addressing_style = path
struct SectionFile: Hashable, Sendable {
    /// A key with its value.
    struct Entry: Hashable, Sendable {
        let key: String
        /// The text without white space around it; lines that continue a value follow after a line feed.
        var value: String
        let line: Int
        /// The column of the key, in Unicode scalars, from 1.
        let column: Int
        /// The column of the value.
        let valueColumn: Int
        /// Keys below this one, which are indented and follow an empty value.
        var nested: [Entry] = []
    }

    /// A header with the entries below it.
    struct Section: Hashable, Sendable {
        /// The text between the brackets, without white space around it.
        let name: String
        let line: Int
        /// The column of the name, in Unicode scalars, from 1.
        let column: Int
        var entries: [Entry] = []

        /// The value of the last entry with a key, as the AWS tools read them; `nil` also for an empty value.
        func value(of key: String) -> String? {
            entries.last { $0.key == key }.flatMap { $0.value.isEmpty ? nil : $0.value }
        }

        /// The value of a key below another one.
        func value(of key: String, in group: String) -> String? {
            entries.last { $0.key == group }?.nested.last { $0.key == key }.flatMap {
                $0.value.isEmpty ? nil : $0.value
            }
        }
    }

    /// The largest file, in bytes; chosen because a hundred profiles have a hundredth of it.
    static let maximumSize = 1 << 20

    let file: String
    /// In the order of the file; two may have one name.
    private(set) var sections: [Section] = []
    /// Lines that are neither a section, a key nor a comment.
    private(set) var problems: [FileProblem] = []

    /// Reads text; lines that cannot be read become problems.
    init(_ text: String, file: String) {
        self.file = file
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            read(Line(line, number: index + 1))
        }
    }

    /// A line with what is needed for columns.
    private struct Line {
        let text: Substring
        let number: Int
        /// The text without white space before it and comments after it.
        let content: Substring

        init(_ text: Substring, number: Int) {
            self.text = text
            self.number = number
            content = Self.trimmed(Self.withoutComment(text))
        }

        var isIndented: Bool { text.first?.isWhitespace ?? false }

        func column(of index: Substring.Index) -> Int {
            text.unicodeScalars.distance(from: text.startIndex, to: index) + 1
        }

        /// A comment begins with `#` or `;` at the start of a line or after white space: values may contain these characters.
        private static func withoutComment(_ text: Substring) -> Substring {
            var previous: Character = " "
            for index in text.indices {
                if "#;".contains(text[index]), previous.isWhitespace { return text[..<index] }
                previous = text[index]
            }
            return text
        }

        static func trimmed(_ text: Substring) -> Substring {
            var text = text.drop(while: \.isWhitespace)
            while text.last?.isWhitespace ?? false { text.removeLast() }
            return text
        }
    }

    private mutating func read(_ line: Line) {
        guard let first = line.content.first else { return }
        if first == "[" {
            readHeader(line)
        } else if line.isIndented {
            readIndented(line)
        } else if let entry = entry(of: line) {
            guard !sections.isEmpty else {
                return report(
                    line, "`\(entry.key)` is before the first section",
                    "write a header such as [NAME] above it")
            }
            sections[sections.count - 1].entries.append(entry)
        }
    }

    private mutating func readHeader(_ line: Line) {
        guard line.content.last == "]" else {
            return report(line, "the header of a section has no `]` at its end", "write [NAME]")
        }
        let name = Line.trimmed(line.content.dropFirst().dropLast())
        guard !name.isEmpty else {
            return report(line, "the header of a section has no name", "write [NAME]")
        }
        sections.append(
            Section(name: String(name), line: line.number, column: line.column(of: name.startIndex))
        )
    }

    /// Reads a line that belongs to the entry above it.
    private mutating func readIndented(_ line: Line) {
        guard let section = sections.indices.last,
            let last = sections[section].entries.indices.last
        else {
            return report(line, "an indented line without a key above it", "remove the indentation")
        }
        if sections[section].entries[last].value.isEmpty {
            guard let entry = entry(of: line) else { return }
            sections[section].entries[last].nested.append(entry)
        } else {
            sections[section].entries[last].value += "\n" + line.content
        }
    }

    private mutating func entry(of line: Line) -> Entry? {
        guard let sign = line.content.firstIndex(of: "=") else {
            report(line, "not a header, a key or a comment", "write KEY = VALUE")
            return nil
        }
        let key = Line.trimmed(line.content[..<sign])
        guard !key.isEmpty else {
            report(line, "there is no key before `=`", "write KEY = VALUE")
            return nil
        }
        let value = Line.trimmed(line.content[line.content.index(after: sign)...])
        return Entry(
            key: key.lowercased(), value: String(value), line: line.number,
            column: line.column(of: key.startIndex), valueColumn: line.column(of: value.startIndex))
    }

    /// Adds a problem with a line, whose text is not shown: it may be a part of a secret.
    private mutating func report(_ line: Line, _ message: String, _ advice: String) {
        problems.append(
            FileProblem(
                file: file, line: line.number, column: line.column(of: line.content.startIndex),
                message: message, advice: advice))
    }
}
