internal import MediaUnits

/// The type of a value: reads it from text, writes it, and describes why text is not of the type.
struct ValueType<Value: Sendable>: Sendable {
    let form: ValueForm
    /// Returns text that `parse` reads as the value; `nil` for a value that is written by omitting the key.
    let write: @Sendable (Value) -> String?
    let parse: @Sendable (String) -> Result<Value, ValueError>

    /// The problem of a text that is not of the type.
    struct ValueError: Error {
        let rule: Rule
        /// The text that follows the value in a message: "is not a time".
        let message: String
        let advice: String
    }

    /// Creates a type whose values are within a range.
    ///
    /// - Parameters:
    ///   - noun: The noun in messages: "a time".
    ///   - example: The remedy: "a number and its unit, such as 2s".
    ///   - range: The valid values.
    ///   - schema: The JSON Schema of the text, as far as a schema can express it.
    ///   - describe: Returns a value as text of a preset.
    ///   - read: Returns the value of text; `nil` if the text has none.
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
                    ValueError(
                        rule: .valueType, message: "is not \(noun)", advice: "write \(example)"))
            }
            guard range.contains(value) else {
                return .failure(
                    ValueError(
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
        parse: @escaping @Sendable (String) -> Result<Value, ValueError>
    ) {
        self.form = form
        self.write = write
        self.parse = parse
    }

    /// Returns the type of a list of words.
    static func words(
        _ words: [String],
        write: @escaping @Sendable (Value) -> String? = { "\($0)" },
        _ make: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(.words(words), write: write) { text in
            if let value = make(text) { return .success(value) }
            let nearest = Suggestion.nearest(to: text, among: words)
            return .failure(
                ValueError(
                    rule: .valueChoice, message: "is not supported",
                    advice: nearest.map { "did you mean \($0)?" }
                        ?? "write \(ValueForm.choice(of: words))"))
        }
    }

    /// The type of an optional key, with `nil` for an omitted one.
    var optional: ValueType<Value?> {
        ValueType<Value?>(form, write: { $0.flatMap(write) }) { text in
            parse(text).map(Optional.some).mapError {
                .init(rule: $0.rule, message: $0.message, advice: $0.advice)
            }
        }
    }

    /// The type with the word `none` for no value.
    var orNone: ValueType<Value?> {
        ValueType<Value?>(form.orNone, write: { $0.map(write) ?? "none" }) { text in
            guard text != "none" else { return .success(nil) }
            return parse(text).map(Optional.some).mapError {
                .init(rule: $0.rule, message: $0.message, advice: $0.advice + ", or none")
            }
        }
    }
}
