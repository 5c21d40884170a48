/// Writes the attribute list of one tag (RFC 8216, 4.2); the only place where quotes are set.
struct AttributeListWriter {
    private(set) var text: String
    private var isEmpty = true

    /// - Parameter tag: With `#`, without colon.
    init(_ tag: String) { text = tag }

    /// A decimal-integer, an enumerated-string, a decimal-resolution or a decimal-floating-point.
    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
        text += "\(isEmpty ? ":" : ",")\(name)=\(value)"
        isEmpty = false
    }

    mutating func add(_ name: String, quoted value: String) {
        add(name, "\"\(SafeText.quoted(value))\"")
    }

    mutating func add(_ name: String, uri: String) {
        add(name, quoted: SafeText.uri(uri))
    }
}
