/// What the text of a value may be: read from text into our type, with what to say where it does
/// not fit.
struct ValueType<Value: Sendable>: Sendable {
    let parse: @Sendable (String) -> Result<Value, Misfit>

    /// Why a text is not of the type.
    struct Misfit: Error {
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
    ///   - describe: A value as it is written in a preset.
    ///   - read: `nil` where the text is no such value.
    init(
        _ noun: String,
        example: String,
        in range: ClosedRange<Value>,
        describe: @escaping @Sendable (Value) -> String = { "\($0)" },
        read: @escaping @Sendable (String) -> Value?
    ) where Value: Comparable {
        parse = { text in
            guard let value = read(text) else {
                return .failure(
                    Misfit(
                        rule: .valueType, message: "is not \(noun)", advice: "write \(example)"))
            }
            guard range.contains(value) else {
                return .failure(
                    Misfit(
                        rule: .valueRange, message: "is out of range",
                        advice:
                            "write \(describe(range.lowerBound)) to \(describe(range.upperBound))"))
            }
            return .success(value)
        }
    }

    init(parse: @escaping @Sendable (String) -> Result<Value, Misfit>) { self.parse = parse }

    /// The type of the words in a table.
    static func words(_ words: [String], _ make: @escaping @Sendable (String) -> Value?) -> Self {
        Self { text in
            if let value = make(text) { return .success(value) }
            let nearest = Spelling.nearest(to: text, among: words)
            return .failure(
                Misfit(
                    rule: .valueChoice, message: "is not known here",
                    advice: nearest.map { "did you mean \($0)?" }
                        ?? "write \(words.joined(separator: ", "))"))
        }
    }

    /// The same, its values made into others.
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueType<Other> {
        ValueType<Other> { text in
            parse(text).map(transform).mapError {
                .init(rule: $0.rule, message: $0.message, advice: $0.advice)
            }
        }
    }

    /// The same, or the word `none` for no value.
    var orNone: ValueType<Value?> {
        ValueType<Value?> { text in
            guard text != "none" else { return .success(nil) }
            return parse(text).map(Optional.some).mapError {
                .init(rule: $0.rule, message: $0.message, advice: $0.advice + ", or none")
            }
        }
    }
}
