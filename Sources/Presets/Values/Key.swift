/// One key of a map in a preset file: its name, what its value may be, and its value where it is
/// left out.
struct Key<Value: Sendable>: Sendable {
    let name: String
    let type: ValueType<Value>
    /// `nil`: the key must be there.
    let fallback: Value?
    /// What a preset that is still read to its end has where the value is unknown.
    let standIn: Value
    /// What the key is for, in half a sentence.
    let about: String
    /// The default in words, where its own text would not say it.
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

    /// A key that must be there.
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

    func note(_ value: Value?) -> Note {
        Note(
            key: name, about: about,
            kind: .value(
                type.form, default: meaning ?? fallback.flatMap(type.write),
                isRequired: fallback == nil, written: value.flatMap(type.write)))
    }
}
