/// Reads the start tags of an XML document in order, and checks that tags match.
///
/// There are no document types, and so no entities of their own: those could expand without limit, or name files.
struct XMLScanner {
    /// A value of an attribute with its position in the document, in bytes.
    struct Value {
        let text: String
        let offset: Int
    }

    /// A start tag.
    struct Element {
        /// The name with its prefix.
        let name: String
        let attributes: [String: Value]
        /// The position in the document, in bytes.
        let offset: Int

        /// The name without its prefix.
        var localName: Substring { name.split(separator: ":").last ?? "" }
    }

    /// The deepest element; those of VMAP with VAST inside have less than 20 levels.
    private static let mostLevels = 100

    private let bytes: [UInt8]
    private var index = 0
    private var open: [String] = []
    private var hasRoot = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next start tag; `nil` at the end of the document.
    mutating func next() throws(CuePointFileError) -> Element? {
        while true {
            let start = index
            guard let tag = bytes[index...].firstIndex(of: UInt8(ascii: "<")) else {
                guard open.isEmpty, hasRoot else {
                    throw fail(
                        open.last.map { "\($0) has no end tag" } ?? "it has no element",
                        at: bytes.count)
                }
                try demandSpace(start..<bytes.count)
                return nil
            }
            try demandSpace(start..<tag)
            index = tag
            if take("<?") {
                try skip(past: "?>", from: tag)
            } else if take("<!--") {
                try skip(past: "-->", from: tag)
            } else if take("<![CDATA[") {
                guard !open.isEmpty else { throw fail("text outside of the root element", at: tag) }
                try skip(past: "]]>", from: tag)
            } else if take("</") {
                let name = try name()
                skipSpace()
                guard open.popLast() == name, take(">") else {
                    throw fail("the end tag \(name) matches no start tag", at: tag)
                }
            } else if take("<!") {
                throw fail("a document type is not supported", at: tag)
            } else {
                return try element()
            }
        }
    }

    private mutating func element() throws(CuePointFileError) -> Element {
        let start = index
        index += 1
        guard !(hasRoot && open.isEmpty) else { throw fail("a second root element", at: start) }
        guard open.count < Self.mostLevels else { throw fail("too many levels", at: start) }
        hasRoot = true
        let name = try name()
        var attributes: [String: Value] = [:]
        while true {
            let hadSpace = skipSpace()
            if take("/>") { break }
            if take(">") {
                open.append(name)
                break
            }
            let offset = index
            guard hadSpace else { throw fail("the tag \(name) is not closed", at: offset) }
            let key = try self.name()
            skipSpace()
            guard take("=") else { throw fail("the attribute \(key) has no value", at: offset) }
            skipSpace()
            let value = try quoted()
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw fail("the attribute \(key) occurs twice", at: offset)
            }
        }
        return Element(name: name, attributes: attributes, offset: start)
    }

    private mutating func quoted() throws(CuePointFileError) -> Value {
        let start = index
        guard index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27,
            let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
        else { throw fail("the value is not in quotes", at: start) }
        index = end + 1
        let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        guard !text.contains("<") else { throw fail("the value has a <", at: start) }
        guard let value = Self.replacingReferences(text) else {
            throw fail("the value has an unknown reference", at: start)
        }
        return Value(text: value, offset: start + 1)
    }

    /// Returns text with its character references replaced; `nil` for an unknown one.
    private static func replacingReferences(_ text: String) -> String? {
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var result = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let scalar = scalar(part[..<end]) else {
                return nil
            }
            result.unicodeScalars.append(scalar)
            result += part[end...].dropFirst()
        }
        return result
    }

    private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
        let named: [Substring: Unicode.Scalar] = [
            "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
        ]
        if let scalar = named[reference] { return scalar }
        guard reference.hasPrefix("#") else { return nil }
        let number = reference.dropFirst()
        let value = number.hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return value.flatMap(Unicode.Scalar.init)
    }

    private mutating func name() throws(CuePointFileError) -> String {
        let end =
            bytes[index...].firstIndex { $0 <= 0x20 || "<>/=\"'&".utf8.contains($0) }
            ?? bytes.count
        guard end > index else { throw fail("a name is missing", at: index) }
        defer { index = end }
        return String(decoding: bytes[index..<end], as: UTF8.self)
    }

    /// Text is allowed inside of the root element only.
    private func demandSpace(_ range: Range<Int>) throws(CuePointFileError) {
        guard open.isEmpty,
            let other = bytes[range].firstIndex(where: { ![0x20, 9, 10, 13].contains($0) })
        else { return }
        throw fail("text outside of the root element", at: other)
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func skip(past text: String, from start: Int) throws(CuePointFileError) {
        while index < bytes.count {
            if take(text) { return }
            index += 1
        }
        throw fail("\(text) is missing", at: start)
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, [0x20, 9, 10, 13].contains(bytes[index]) { index += 1 }
        return index > start
    }

    private func fail(_ message: String, at offset: Int) -> CuePointFileError {
        CuePointFileError(message, at: offset, in: bytes)
    }
}
