internal import MediaUnits

/// Builds elements from libyaml's events, and reports everything that presets do not use of YAML.
///
/// Events are used instead of a parser's tree, such as that of Yams: a tree has its aliases resolved, so that a few lines expand to
/// billions of values, it is as deep as the text nests, and it ends at a duplicate key, without the key's position.
struct YAMLComposer: ~Copyable {
    /// Lists and mappings inside the outermost one; more than any preset needs.
    private static let maximumDepth = 8

    private let parser: YAMLParser
    private let lines: [[Unicode.Scalar]]
    private let diagnosis: Diagnosis
    /// Whether the text has a problem that makes its values unreliable.
    private var isRejected = false

    private init(_ text: String, _ diagnosis: Diagnosis) {
        parser = YAMLParser(text, file: diagnosis.file)
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map(Array.init)
        self.diagnosis = diagnosis
    }

    /// Returns the whole file as one element; `nil` after a problem was reported that makes its values unreliable.
    static func compose(_ text: String, _ diagnosis: Diagnosis) -> Element? {
        var composer = YAMLComposer(text, diagnosis)
        let root = composer.document()
        return composer.isRejected ? nil : root
    }

    private mutating func document() -> Element? {
        guard let start = next() else {
            if !isRejected {
                reject(
                    .yamlEmpty, at: nil, "the file contains no preset",
                    advice: "start from a shipped preset")
            }
            return nil
        }
        if case .documentStart(hasDirectives: true) = start.content {
            reportDirective(at: start.start)
        }
        guard let event = next(), let root = element(event, depth: 0) else { return nil }
        if let another = next() {
            reject(
                .yamlSyntax, at: another.start, "a second document (---)",
                advice: "write each preset to a file of its own")
        }
        return root
    }

    /// Returns the next event; `nil` at the end, and after an error was reported.
    private mutating func next() -> YAMLEvent? {
        do {
            return try parser.next()
        } catch {
            report(error)
            return nil
        }
    }

    /// Returns the value that starts with an event; `nil` after a problem was reported that ends the parsing.
    private mutating func element(_ event: YAMLEvent, depth: Int) -> Element? {
        guard depth <= Self.maximumDepth || !event.isCollection else {
            reject(
                .yamlDepth, at: event.start, "lists and mappings are nested too deeply",
                advice: "nest at most four of them")
            return nil
        }
        checkProperties(of: event)
        var content: Element.Content?
        switch event.content {
        case .scalar(let text, let style):
            checkLines(of: event, style)
            content = .text(text)
        case .alias: content = .text("")
        case .listStart: content = items(depth: depth + 1).map { .list($0) }
        case .mappingStart: content = entries(depth: depth + 1).map { .mapping($0) }
        case .documentStart, .end: break
        }
        return content.map { Element(content: $0, location: event.start) }
    }

    private mutating func items(depth: Int) -> [Element]? {
        var items: [Element] = []
        while let event = next() {
            if event.isEnd { return items }
            guard let item = element(event, depth: depth) else { return nil }
            items.append(item)
        }
        return nil
    }

    private mutating func entries(depth: Int) -> [Element.Entry]? {
        var entries: [Element.Entry] = []
        var lines: [String: Int] = [:]
        while let event = next() {
            if event.isEnd { return entries }
            guard let key = element(event, depth: depth), let start = next(),
                let value = element(start, depth: depth)
            else { return nil }
            guard let name = name(of: key, event) else { continue }
            if let line = lines[name] {
                diagnosis.report(
                    .keyDuplicate, at: key.location,
                    "the key \(quoted(name)) is already on line \(line)",
                    advice: "remove one of them")
            }
            lines[name] = lines[name] ?? key.location.line
            entries.append(Element.Entry(key: name, keyLocation: key.location, value: value))
        }
        return nil
    }

    /// Returns the name that a key is; `nil` after a problem with the key was reported.
    private mutating func name(of key: Element, _ event: YAMLEvent) -> String? {
        if let indicator = explicitKeyIndicator(before: key.location) {
            reject(
                .yamlKey, at: indicator, "an explicit key (?)", advice: "write key: value")
            return nil
        }
        if case .alias = event.content { return nil }
        guard case .text(let name) = key.content else {
            diagnosis.report(
                .yamlKey, at: key.location, "a key that is not text", advice: "write key: value")
            return nil
        }
        return name
    }

    /// Returns the position of the `?` before a key on its line, which libyaml's events do not have.
    private func explicitKeyIndicator(before key: Location) -> Location? {
        let before = line(key.line).prefix(key.column - 1)
        guard let index = before.lastIndex(where: { !Self.isBlank($0) }), before[index] == "?"
        else { return nil }
        return Location(file: key.file, line: key.line, column: index + 1)
    }

    private func line(_ number: Int) -> [Unicode.Scalar] {
        lines.indices.contains(number - 1) ? lines[number - 1] : []
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }
}

/// Reports.
extension YAMLComposer {
    private mutating func reject(
        _ rule: Rule, at location: Location?, _ message: String, advice: String
    ) {
        isRejected = true
        diagnosis.report(rule, at: location, message, advice: advice)
    }

    private mutating func checkProperties(of event: YAMLEvent) {
        var isAlias = false
        if case .alias = event.content { isAlias = true }
        if isAlias || event.hasAnchor {
            let indicator = isAlias ? "*" : "&"
            reject(
                .yamlAlias, at: event.start,
                "presets cannot have anchors and aliases (\(indicator))",
                advice: "write the value; put text that begins with \(indicator) in quotes")
        }
        if event.hasTag {
            reject(
                .yamlTag, at: event.start, "presets cannot have tags (!)",
                advice: "remove the tag; put text that begins with ! in quotes")
        }
    }

    private mutating func checkLines(of event: YAMLEvent, _ style: YAMLEvent.Style) {
        switch style {
        case .literal, .folded:
            let indicator = style == .literal ? "|" : ">"
            reject(
                .yamlMultiline, at: event.start, "text over several lines",
                advice: "write it on one line; put text that begins with \(indicator) in quotes")
        case .quoted:
            if event.end.line > event.start.line { reportOpenQuote(at: event.start) }
        case .plain:
            // A continuation line that begins with a bracket is probably meant as a list or mapping.
            for number in event.start.line..<event.end.line {
                let line = line(number + 1)
                guard let index = line.firstIndex(where: { !Self.isBlank($0) }),
                    line[index] == "[" || line[index] == "{"
                else { continue }
                reject(
                    .yamlMultiline,
                    at: Location(file: diagnosis.file, line: number + 1, column: index + 1),
                    "text over several lines", advice: "write it on one line")
            }
        }
    }

    private mutating func report(_ error: YAMLError) {
        // An error can follow from what was reported before, as an open quote.
        guard !isRejected else { return }
        let line = line(error.location.line)
        let indentation = line.prefix(while: Self.isBlank)
        if indentation.dropFirst(error.location.column - 1).first == "\t" {
            reject(
                .yamlTab,
                at: Location(
                    file: diagnosis.file, line: error.location.line, column: indentation.count + 1),
                "a tab in the indentation", advice: "indent with spaces")
            return
        }
        switch error.context {
        case "while scanning a quoted scalar": reportOpenQuote(at: error.contextLocation)
        case "while scanning a directive": reportDirective(at: error.contextLocation)
        default:
            reject(
                .yamlSyntax, at: error.location, "invalid YAML: \(error.problem)",
                advice: "check the indentation, colons and brackets at and before this position")
        }
    }

    private mutating func reportOpenQuote(at location: Location) {
        reject(
            .yamlMultiline, at: location, "the quote is not closed on its line",
            advice: "close it on the same line")
    }

    private mutating func reportDirective(at location: Location) {
        reject(.yamlSyntax, at: location, "a directive (%)", advice: "remove it")
    }
}
