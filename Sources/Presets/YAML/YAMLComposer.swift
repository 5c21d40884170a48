import Yams

/// Turns the text of a file into elements, by way of Yams' nodes and their marks.
struct YAMLComposer {
    private let diagnosis: Diagnosis
    /// What stands in the file where Yams was given another key.
    private let names: [Location: String]

    /// The whole file as one element; `nil` after a problem was reported that leaves nothing to
    /// read.
    ///
    /// `PlainYAML` has looked at the text, and found the keys in it.
    static func compose(
        _ text: String, keys: [PlainYAML.WrittenKey], _ diagnosis: Diagnosis
    ) -> Element? {
        let names = Dictionary(
            keys.map { ($0.location, $0.name) }, uniquingKeysWith: { first, _ in first })
        let composer = YAMLComposer(diagnosis: diagnosis, names: names)
        return composer.compose(distinguish(keys, in: text))
    }

    /// Gives every key a first letter of its own, from a plane of Unicode that nobody writes in.
    ///
    /// Yams stops at the first key that a map has twice, and does not say where it stands again.
    /// Keys that differ are all read, and compared by their real names in `entries(of:)`.
    private static func distinguish(_ keys: [PlainYAML.WrittenKey], in text: String) -> String {
        let privatePlane: UInt32 = 0xF0000  // holds 65,534: more than a file of 64 KiB has keys
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map(Array.init)
        for (index, key) in keys.enumerated() {
            guard let letter = Unicode.Scalar(privatePlane + UInt32(index)) else { break }
            lines[key.location.line - 1][key.firstColumn - 1] = letter
        }
        return String(String.UnicodeScalarView(lines.joined(separator: CollectionOfOne("\n"))))
    }

    private func compose(_ text: String) -> Element? {
        do {
            // Without rules, the resolver takes every scalar for text: types are our model's
            // business.
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            // Nodes hold their anchors weakly: the parser has to outlive them.
            return try withExtendedLifetime(parser) {
                if let root = try parser.singleRoot() { return element(from: root) }
                diagnosis.report(
                    .yamlEmpty, at: nil, "no preset in the file",
                    advice: "begin with one of `vtranscode presets list`")
                return nil
            }
        } catch {
            report(error)
            return nil
        }
    }

    private func element(from node: Node) -> Element {
        let location = location(of: node.mark)
        if node.anchor != nil {
            diagnosis.report(
                .yamlAlias, at: location, "an anchor", advice: "write the values out")
        }
        switch node {
        case .scalar(let scalar):
            let text = names[location] ?? scalar.string
            return Element(content: .text(text), location: location)
        case .sequence(let sequence):
            return Element(content: .list(sequence.map(element)), location: location)
        case .mapping(let mapping):
            return Element(content: .map(entries(of: mapping)), location: location)
        case .alias:
            return Element(content: .text(""), location: location)
        }
    }

    private func entries(of mapping: Node.Mapping) -> [Element.Entry] {
        var entries: [Element.Entry] = []
        var places: [String: Location] = [:]
        for (keyNode, valueNode) in mapping {
            let location = location(of: keyNode.mark)
            guard case .scalar(let scalar) = keyNode else {
                diagnosis.report(
                    .yamlKey, at: location, "a key that is no text", advice: "write key: value")
                continue
            }
            let key = names[location] ?? scalar.string
            if let first = places[key] {
                diagnosis.report(
                    .keyDuplicate, at: location,
                    "the key \(quoted(key)) is already on line \(first.line)",
                    advice: "keep one of them")
            }
            places[key] = places[key] ?? location
            entries.append(
                Element.Entry(key: key, keyLocation: location, value: element(from: valueNode)))
        }
        return entries
    }

    private static let syntaxAdvice =
        "check the indentation, colons and brackets there and just before"

    private func report(_ error: any Error) {
        let (mark, reason): (Mark?, String) =
            switch error {
            case YamlError.scanner(_, let problem, let mark, _): (mark, problem)
            case YamlError.parser(_, let problem, let mark, _): (mark, problem)
            case YamlError.composer(_, let problem, let mark, _): (mark, problem)
            case YamlError.reader(let problem, _, _, _): (nil, problem)
            // Only keys with escapes in them are left for Yams to compare.
            case YamlError.duplicatedKeysInMapping(_, let context): (context.mark, "a key twice")
            default: (nil, "cannot be read")
            }
        diagnosis.report(
            .yamlSyntax, at: mark.map { location(of: $0) }, "not YAML: \(reason)",
            advice: Self.syntaxAdvice)
    }

    private func location(of mark: Mark?) -> Location {
        Location(file: diagnosis.file, line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}
