/// One key of a mapping: the values that it allows, and its value; recorded while the mapping is read.
///
/// Reading an empty preset records the whole language, from which the JSON Schema and the tables of docs/presets.md are made.
/// Reading a preset records the preset with every default filled in.
struct FieldRecord: Sendable {
    enum Kind: Sendable {
        case value(ValueForm, default: String?, isRequired: Bool, written: String?)
        /// `isNone`: the value is the word `none`, written or by default.
        case mapping([FieldRecord], allowsNone: Bool, isNone: Bool)
        case list([[FieldRecord]], allowsNone: Bool, isNone: Bool)
        /// A mapping with keys that the language does not define: the form of keys, the form of values, and the entries.
        case texts(ValueForm, ValueForm, [(key: String, text: String)])
    }

    let key: String
    /// The purpose of the key, in half a sentence.
    let about: String
    /// The key inside of a mapping that a single value instead of the mapping is for.
    var shorthand: String?
    var kind: Kind
}
