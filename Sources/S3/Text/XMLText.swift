/// Reads single values of short XML documents of services with a known form.
enum XMLText {
    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ]

    /// Returns the text of the first element of a name; `nil` if there is none, or if it has elements inside.
    static func value(of name: String, in text: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        let value = text[start.upperBound..<end.lowerBound]
        guard !value.contains("<") else { return nil }
        return entities.reduce(String(value)) { $0.replacing($1.0, with: $1.1) }
    }
}
