/// An element of a response: its text, or the elements inside.
struct ResponseElement {
    var name: String
    var text = ""
    var children: [ResponseElement] = []

    /// The text of the first child with a name; `nil` if there is none.
    subscript(name: String) -> String? { children.first { $0.name == name }?.text }

    func all(_ name: String) -> [ResponseElement] { children.filter { $0.name == name } }

    /// Returns the text of the first element with a name, this one or one inside; `nil` if there is none, or if it has elements.
    func firstText(of name: String) -> String? {
        if self.name == name { return children.isEmpty ? text : nil }
        return children.lazy.compactMap { $0.firstText(of: name) }.first
    }
}

/// A reader of the XML of responses: elements and text; no document types, no entities of their own, limited sizes.
struct ResponseReader {
    /// The deepest element; responses of S3 have five levels.
    private static let maxDepth = 8
    /// The number of elements; a page of 1,000 versions has about 12,000.
    private static let maxElements = 50_000

    private var rest: Substring.UTF8View
    private var count = 0

    /// Parses a response; `nil` unless it is one element of well-formed XML in UTF-8 without a document type.
    static func parse(_ bytes: [UInt8]) -> ResponseElement? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var reader = ResponseReader(rest: Substring(text).utf8)
        reader.skipSpace()
        if reader.take("<?xml") { guard reader.skip(past: "?>") else { return nil } }
        reader.skipSpace()
        guard let element = reader.element(depth: 1) else { return nil }
        reader.skipSpace()
        return reader.rest.isEmpty ? element : nil
    }

    private init(rest: Substring.UTF8View) { self.rest = rest }

    private mutating func element(depth: Int) -> ResponseElement? {
        count += 1
        guard depth <= Self.maxDepth, count <= Self.maxElements, take("<"), let name = name()
        else { return nil }
        var element = ResponseElement(name: name)
        guard let isEmpty = endOfTag() else { return nil }
        if isEmpty { return element }
        while true {
            guard let text = text() else { return nil }
            element.text += text
            if take("</") {
                guard self.name() == name else { return nil }
                skipSpace()
                return take(">") ? element : nil
            }
            guard let child = self.element(depth: depth + 1) else { return nil }
            element.children.append(child)
        }
    }

    /// Skips attributes; returns whether the tag is that of an empty element.
    private mutating func endOfTag() -> Bool? {
        while true {
            skipSpace()
            if take("/>") { return true }
            if take(">") { return false }
            guard name() != nil, take("=") else { return nil }
            let quote = take("\"") ? "\"" : take("'") ? "'" : nil
            guard let quote, skip(past: quote) else { return nil }
        }
    }

    /// The text before the next `<`, with its references replaced; `nil` at the end of the response.
    private mutating func text() -> String? {
        var text = ""
        while let byte = rest.first, byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: "&") {
                guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                    let character = Self.character(String(Substring(rest[..<end].dropFirst())))
                else { return nil }
                text.unicodeScalars.append(character)
                rest = rest[end...].dropFirst()
            } else {
                let run = rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
                text += String(Substring(run))
                rest = rest[run.endIndex...]
            }
        }
        return rest.isEmpty ? nil : text
    }

    private static func character(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.hasPrefix("#") else { return nil }
            let number = reference.dropFirst()
            return (number.hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number))
                .flatMap(Unicode.Scalar.init)
        }
    }

    private mutating func name() -> String? {
        let name = rest.prefix {
            $0 > 0x20 && !"<>/=\"'&".utf8.contains($0)
        }
        rest = rest[name.endIndex...]
        return name.isEmpty ? nil : String(Substring(name))
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func skip(past text: String) -> Bool {
        while !rest.isEmpty {
            if take(text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    private mutating func skipSpace() { rest = rest.drop { [0x20, 9, 10, 13].contains($0) } }
}
