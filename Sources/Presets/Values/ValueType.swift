/// What the text of a value may be: read from text into our type and written again, with what to
/// say where it does not fit.
struct ValueType<Value: Sendable>: Sendable {
    let form: ValueForm
    /// What `parse` reads as the value; `nil` for one that is told by leaving the key out.
    let write: @Sendable (Value) -> String?
    let parse: @Sendable (String) -> Result<Value, MismatchError>

    /// Why a text is not of the type.
    struct MismatchError: Error {
        let rule: Rule
        /// After the value: "is not a time".
        let message: String
        let advice: String
    }

    /// A type whose values lie in a range.
    ///
    /// - Parameters:
    ///   - noun: "a time".
    ///   - example: What to write where the text is none: "a number and its unit, such as 2s".
    ///   - range: Of the values that make sense.
    ///   - schema: Of the text as a JSON Schema, as far as that can say it.
    ///   - describe: A value as it is written in a preset.
    ///   - read: `nil` where the text is no such value.
    init(
        _ noun: String,
        example: String,
        in range: ClosedRange<Value>,
        schema: [String: JSONNode] = ["type": "string"],
        describe: @escaping @Sendable (Value) -> String = { "\($0)" },
        read: @escaping @Sendable (String) -> Value?
    ) where Value: Comparable {
        form = ValueForm(
            text: "\(noun), \(describe(range.lowerBound)) to \(describe(range.upperBound))",
            schema: schema)
        write = describe
        parse = { text in
            guard let value = read(text) else {
                return .failure(
                    MismatchError(
                        rule: .valueType, message: "is not \(noun)", advice: "write \(example)"))
            }
            guard range.contains(value) else {
                return .failure(
                    MismatchError(
                        rule: .valueRange, message: "is out of range",
                        advice:
                            "write \(describe(range.lowerBound)) to \(describe(range.upperBound))"))
            }
            return .success(value)
        }
    }

    init(
        _ form: ValueForm = .any,
        write: @escaping @Sendable (Value) -> String? = { "\($0)" },
        parse: @escaping @Sendable (String) -> Result<Value, MismatchError>
    ) {
        self.form = form
        self.write = write
        self.parse = parse
    }

    /// The type of the words in a table.
    static func words(
        _ words: [String],
        write: @escaping @Sendable (Value) -> String? = { "\($0)" },
        _ make: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(.words(words), write: write) { text in
            if let value = make(text) { return .success(value) }
            let nearest = Spelling.nearest(to: text, among: words)
            return .failure(
                MismatchError(
                    rule: .valueChoice, message: "is not known here",
                    advice: nearest.map { "did you mean \($0)?" }
                        ?? "write \(ValueForm.choice(of: words))"))
        }
    }

    /// The same, with `nil` for a key that is left out.
    var optional: ValueType<Value?> {
        ValueType<Value?>(form, write: { $0.flatMap(write) }) { text in
            parse(text).map(Optional.some).mapError {
                .init(rule: $0.rule, message: $0.message, advice: $0.advice)
            }
        }
    }

    /// The same, or the word `none` for no value.
    var orNone: ValueType<Value?> {
        ValueType<Value?>(form.orNone, write: { $0.map(write) ?? "none" }) { text in
            guard text != "none" else { return .success(nil) }
            return parse(text).map(Optional.some).mapError {
                .init(rule: $0.rule, message: $0.message, advice: $0.advice + ", or none")
            }
        }
    }
}
