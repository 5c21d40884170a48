/// One key of a map: what it may hold, and what it holds; noted while the map is read.
///
/// Notes of a reader that was given nothing are the language: its JSON Schema and the tables of
/// docs/presets.md are made from them. Notes of a preset are that preset with everything filled in.
struct Note: Sendable {
    enum Kind: Sendable {
        case value(ValueForm, default: String?, isRequired: Bool, written: String?)
        /// `isNone`: the word `none` stands there, or nothing that stands for it; of the language: by default.
        case map([Note], allowsNone: Bool, isNone: Bool)
        case list([[Note]], allowsNone: Bool, isNone: Bool)
        /// A map whose keys are not ours, of which the first form says what they may be.
        case texts(ValueForm, ValueForm, [(key: String, text: String)])
    }

    let key: String
    /// What the key is for, in half a sentence.
    let about: String
    /// The key inside of a map that a single value in its place is meant for.
    var shorthand: String?
    var kind: Kind
}
