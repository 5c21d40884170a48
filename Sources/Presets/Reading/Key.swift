/// One key of a map in a preset file: its name, what its value may be, and its value where it is
/// left out.
struct Key<Value: Sendable>: Sendable {
    let name: String
    let type: ValueType<Value>
    /// `nil`: the key must be there.
    let fallback: Value?
    /// What the key is for, in half a sentence.
    let about: String
    /// The default in words, where its own text would not say it.
    private let meaning: String?

    init(
        _ name: String, _ type: ValueType<Value>, default fallback: Value? = nil,
        meaning: String? = nil, about: String = ""
    ) {
        self.name = name
        self.type = type
        self.fallback = fallback
        self.meaning = meaning
        self.about = about
    }

    func note(_ value: Value?) -> Note {
        Note(
            key: name, about: about,
            kind: .value(
                type.form, default: meaning ?? fallback.flatMap(type.write),
                isRequired: fallback == nil, written: value.flatMap(type.write)))
    }
}
