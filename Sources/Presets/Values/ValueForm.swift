/// What the text of a value may be, in words for people and as a JSON Schema for editors.
///
/// The schema takes text, and what YAML 1.2 makes of numbers and truth values without quotes: an
/// editor sees those. It refuses what can be seen from one value; the rest is the reader's.
struct ValueForm: Sendable {
    /// "a time, 500ms to 10s".
    let text: String
    let schema: [String: JSONNode]

    /// Whatever is one value.
    static let any = ValueForm(text: "text", schema: ["type": ["string", "number", "boolean"]])

    static func words(_ words: [String]) -> ValueForm {
        let text = choice(of: words.map { "`\($0)`" })
        let values = words.map(JSONNode.text) + words.compactMap(JSONNode.typed)
        return ValueForm(text: text, schema: ["enum": .list(values)])
    }

    /// "fmp4, ts or mp4".
    static func choice(of words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The same, or the word `none`.
    var orNone: ValueForm {
        ValueForm(
            text: text + ", or `none`",
            schema: ["anyOf": .list([.object(schema), ["const": "none"]])])
    }
}
