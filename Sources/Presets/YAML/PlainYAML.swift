/// Holds a file to the plain part of YAML that presets are written in, before a parser sees it.
///
/// Anchors, aliases, tags, explicit keys, text over several lines and deep nesting are refused by
/// looking at where tokens begin. Parsers resolve aliases on their own, and a few lines of them
/// stand for billions of values. In what is left, keys are easy to find.
struct PlainYAML {
    /// A key as it is written.
    struct WrittenKey {
        let name: String
        /// Of the key as YAML counts: with a quoted key, of its quote.
        let location: Location
        /// From 1; of the first letter, behind a quote.
        let firstColumn: Int
    }

    /// No preset nests deeper than this many brackets, or dashes on one line.
    private static let maximumDepth = 8
    /// Columns; bounds how deep blocks nest.
    private static let maximumIndentation = 64

    private let diagnosis: Diagnosis
    private var flowDepth = 0
    private var line: [Unicode.Scalar] = []
    private var lineNumber = 0
    /// Of the scalar that is looked at, from 0.
    private var index = 0
    private var dashes = 0
    /// Where a scalar without quotes began, while inside one: there most indicators are text.
    private var plainTextStart: Int?
    /// What stood in quotes just before, quotes not counted.
    private var quotedText: Range<Int>?
    private var keys: [WrittenKey] = []

    private init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

    /// Reports everything that is not plain in `text`, whose line breaks are all `\n`.
    ///
    /// - Returns: The keys of all maps in the order of the file, but for quoted ones with escapes.
    static func check(_ text: String, _ diagnosis: Diagnosis) -> [WrittenKey] {
        var check = PlainYAML(diagnosis)
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            check.read(Array(line), number: number + 1)
        }
        return check.keys
    }

    private mutating func read(_ line: [Unicode.Scalar], number: Int) {
        guard !line.allSatisfy({ $0 == " " || $0 == "\t" }) else { return }
        let mayContinue = plainTextStart != nil && flowDepth == 0
        (self.line, lineNumber, index, dashes) = (line, number, 0, 0)
        (plainTextStart, quotedText) = (nil, nil)
        guard checkIndentation(), checkBeginning(mayContinue: mayContinue) else { return }
        if line.starts(with: "---".unicodeScalars), isBlank(at: 3) { index = 3 }
        while index < line.count, !isComment {
            if isBlank(at: index) {
                index += 1
            } else if let start = plainTextStart {
                readPlainText(from: start)
            } else {
                guard readToken() else { return }
            }
        }
    }

    private mutating func checkIndentation() -> Bool {
        let indentation = line.prefix { $0 == " " || $0 == "\t" }
        if indentation.contains("\t"), flowDepth == 0, line[indentation.count] != "#" {
            report(.yamlTab, "a tab in the indentation", advice: "indent with spaces")
            return false
        }
        guard indentation.count <= Self.maximumIndentation else {
            report(
                .yamlDepth, "indented by \(indentation.count) columns",
                advice: "indent by 2 columns for each map or list")
            return false
        }
        return true
    }

    /// Looks at what makes the rest of the file mean something else than this check would take it
    /// for.
    ///
    /// Where the line before ended in text without quotes, a bracket here would be more of that
    /// text.
    private func checkBeginning(mayContinue: Bool) -> Bool {
        guard line.first != "%" else {
            report(.yamlSyntax, "a directive (%)", advice: "leave it out")
            return false
        }
        let first = line.first { $0 != " " && $0 != "\t" }
        guard mayContinue, first == "[" || first == "{" else { return true }
        report(.yamlMultiline, "text over several lines", advice: "write it on one line")
        return false
    }

    /// Inside text, a comment needs a blank before it.
    private var isComment: Bool {
        line[index] == "#" && (plainTextStart == nil || isBlank(at: index - 1))
    }

    private func isBlank(at index: Int) -> Bool {
        index >= line.count || line[index] == " " || line[index] == "\t"
    }

    private mutating func readPlainText(from start: Int) {
        switch line[index] {
        case ":" where isBlank(at: index + 1):
            addKey(start..<index, at: start)
            plainTextStart = nil
        case "," where flowDepth > 0: plainTextStart = nil
        case "[", "{", "]", "}": if flowDepth > 0 { changeDepth() }
        default: break
        }
        index += 1
    }

    /// Reads what stands where a token begins; false where the rest of the line cannot be read.
    private mutating func readToken() -> Bool {
        let next = line[index]
        let key = quotedText
        quotedText = nil
        switch next {
        case "&", "*":
            report(
                .yamlAlias, "anchors and aliases (\(next)) are not used in presets",
                advice: "write the value out; put text that begins with \(next) in quotes")
            plainTextStart = index
        case "!":
            report(
                .yamlTag, "tags (!) are not used in presets",
                advice: "leave it out; put text that begins with ! in quotes")
            plainTextStart = index
        case "|", ">":
            report(
                .yamlMultiline, "text over several lines",
                advice: "write it on one line; put text that begins with \(next) in quotes")
            return false
        case "?" where flowDepth > 0 || isBlank(at: index + 1):
            report(.yamlKey, "an explicit key (?)", advice: "write key: value")
        case "-" where isBlank(at: index + 1):
            dashes += 1
            guard dashes <= Self.maximumDepth else { return reportDepth() }
        case "[", "{":
            changeDepth()
            guard flowDepth <= Self.maximumDepth else { return reportDepth() }
        case "]", "}", ",": changeDepth()
        case ":" where flowDepth > 0 || isBlank(at: index + 1):
            if let key { addKey(key, at: key.lowerBound - 1) }
        case "\"", "'": return readQuoted(by: next)
        default: plainTextStart = index
        }
        index += 1
        return true
    }

    private mutating func changeDepth() {
        switch line[index] {
        case "[", "{": flowDepth += 1
        case "]", "}": flowDepth = max(0, flowDepth - 1)
        default: break
        }
        plainTextStart = nil
    }

    private mutating func addKey(_ range: Range<Int>, at start: Int) {
        let letters = line[range].reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        guard !letters.isEmpty else { return }
        keys.append(
            WrittenKey(
                name: String(String.UnicodeScalarView(letters)),
                location: Location(file: diagnosis.file, line: lineNumber, column: start + 1),
                firstColumn: range.lowerBound + 1))
    }

    private mutating func readQuoted(by quote: Unicode.Scalar) -> Bool {
        var end = index + 1
        while end < line.count, line[end] != quote {
            end += quote == "\"" && line[end] == "\\" ? 2 : 1
        }
        guard end < line.count else {
            report(
                .yamlMultiline, "a quote that stays open at the end of the line",
                advice: "close it on the same line")
            return false
        }
        // Two quotes in a row stand for one inside the text: there what is read is only its end.
        let isWhole = index == 0 || line[index - 1] != quote
        let isLiteral = !line[index..<end].contains("\\") && isWhole
        quotedText = isLiteral ? index + 1..<end : nil
        index = end + 1
        return true
    }

    private func reportDepth() -> Bool {
        report(.yamlDepth, "nested too deeply", advice: "presets nest four deep at most")
        return false
    }

    private func report(_ rule: Rule, _ message: String, advice: String) {
        let column = max(index, line.prefix { $0 == " " || $0 == "\t" }.count) + 1
        let location = Location(file: diagnosis.file, line: lineNumber, column: column)
        diagnosis.report(rule, at: location, message, advice: advice)
    }
}
