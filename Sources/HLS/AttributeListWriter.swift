/// Writes the attribute list of one tag (RFC 8216, 4.2), and quotes and escapes all values.
struct AttributeListWriter {
    private(set) var text: String
    private var isEmpty = true

    /// - Parameter tag: The tag with `#` and without colon.
    init(_ tag: String) { text = tag }

    /// Adds a decimal-integer, an enumerated-string, a decimal-resolution or a decimal-floating-point.
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
