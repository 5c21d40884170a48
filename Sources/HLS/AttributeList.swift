/// The parsed attribute list of one tag (RFC 8216, 4.2).
struct AttributeList {
    private enum Value {
        case quoted(String)
        case plain(String)
    }

    let line: Int
    private let values: [String: Value]

    init(parsing text: Substring, line: Int) throws(PlaylistError) {
        self.line = line
        var values: [String: Value] = [:]
        var rest = text.utf8
        repeat {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
                throw PlaylistError(line, "an attribute without a value: \(Substring(rest))")
            }
            let name = String(Substring(rest[..<equals]))
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
                throw PlaylistError(line, "invalid attribute name: \(name)")
            }
            rest = rest[rest.index(after: equals)...]
            let value = try Self.value(of: name, removingFrom: &rest, line)
            guard values.updateValue(value, forKey: name) == nil else {
                throw PlaylistError(line, "duplicate \(name)")
            }
            guard let separator = rest.popFirst() else { break }
            guard separator == UInt8(ascii: ",") else {
                throw PlaylistError(line, "no comma after \(name)")
            }
        } while true
        self.values = values
    }

    func quoted(_ name: String) throws(PlaylistError) -> String? {
        switch values[name] {
        case nil: return nil
        case .quoted(let value): return value
        case .plain: throw PlaylistError(line, "\(name) is not a quoted string")
        }
    }

    func plain(_ name: String) throws(PlaylistError) -> String? {
        switch values[name] {
        case nil: return nil
        case .plain(let value): return value
        case .quoted: throw PlaylistError(line, "\(name) is a quoted string")
        }
    }

    /// Returns an unquoted value that `parse` reads; `parse` returns `nil` for an invalid value.
    func plain<Result>(
        _ name: String, _ parse: (String) -> Result?
    ) throws(PlaylistError) -> Result? {
        guard let text = try plain(name) else { return nil }
        guard let value = parse(text) else {
            throw PlaylistError(line, "invalid value of \(name): \(text)")
        }
        return value
    }

    /// Returns the value of an attribute with the values YES and NO; `false` if it is absent.
    func flag(_ name: String) throws(PlaylistError) -> Bool {
        try plain(name) { ["YES": true, "NO": false][$0] } ?? false
    }

    /// Returns the value of an attribute that RFC 8216 requires.
    func required<Result>(_ name: String, _ value: Result?) throws(PlaylistError) -> Result {
        guard let value else { throw PlaylistError(line, "\(name) is missing") }
        return value
    }

    private static func value(
        of name: String, removingFrom rest: inout Substring.UTF8View, _ line: Int
    ) throws(PlaylistError) -> Value {
        let quote = UInt8(ascii: "\"")
        if rest.first == quote {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: quote) else {
                throw PlaylistError(line, "\(name) has no closing quote")
            }
            defer { rest = rest[rest.index(after: end)...] }
            return .quoted(String(Substring(rest[..<end])))
        }
        let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        let value = rest[..<end]
        let isForbidden: (UInt8) -> Bool = { $0 == quote || $0 <= UInt8(ascii: " ") }
        guard !value.isEmpty, !value.contains(where: isForbidden) else {
            throw PlaylistError(line, "\(name) is empty, or contains a space or a quote")
        }
        rest = rest[end...]
        return .plain(String(Substring(value)))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
