/// One key of a mapping in a preset file: its name, the type of its value, and its default.
struct Key<Value: Sendable>: Sendable {
    let name: String
    let type: ValueType<Value>
    /// The default; `nil` for a required key.
    let fallback: Value?
    /// The value that a preset has while it is read to its end although the value is unknown.
    let standIn: Value
    /// The purpose of the key, in half a sentence.
    let about: String
    /// The default in words, if its own text would not explain it.
    private let meaning: String?

    init(
        _ name: String, _ type: ValueType<Value>, default fallback: Value, meaning: String? = nil,
        about: String = ""
    ) {
        self.name = name
        self.type = type
        self.fallback = fallback
        self.standIn = fallback
        self.meaning = meaning
        self.about = about
    }

    /// A required key.
    init(
        required name: String, _ type: ValueType<Value>, standIn: Value, about: String = ""
    ) {
        self.name = name
        self.type = type
        self.fallback = nil
        self.standIn = standIn
        self.meaning = nil
        self.about = about
    }

    func record(_ value: Value?) -> FieldRecord {
        FieldRecord(
            key: name, about: about,
            kind: .value(
                type.form, default: meaning ?? fallback.flatMap(type.write),
                isRequired: fallback == nil, written: value.flatMap(type.write)))
    }
}
