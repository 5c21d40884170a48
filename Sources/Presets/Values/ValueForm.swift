/// The form of a value's text, in words for documentation and as a JSON Schema for editors.
///
/// The schema allows text, and the numbers and booleans that YAML 1.2 gives editors for unquoted scalars. It rejects what can be
/// detected in one value; the reader detects the rest.
struct ValueForm: Sendable {
    /// "a time, 500ms to 10s".
    let text: String
    let schema: [String: JSONNode]

    /// Any single value.
    static let any = ValueForm(text: "text", schema: ["type": ["string", "number", "boolean"]])

    static func words(_ words: [String]) -> ValueForm {
        let text = choice(of: words.map { "`\($0)`" })
        let values = words.map(JSONNode.text) + words.compactMap(JSONNode.typed)
        return ValueForm(text: text, schema: ["enum": .list(values)])
    }

    /// Returns the words as a choice: "fmp4, ts or mp4".
    static func choice(of words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The form, or the word `none`.
    var orNone: ValueForm {
        ValueForm(
            text: text + ", or `none`",
            schema: ["anyOf": .list([.object(schema), ["const": "none"]])])
    }
}
