/// One key of a map in a preset file: its name, what its value may be, and its value where it is
/// left out.
struct Key<Value: Sendable>: Sendable {
    let name: String
    let type: ValueType<Value>
    /// `nil`: the key must be there.
    let fallback: Value?

    init(_ name: String, _ type: ValueType<Value>, default fallback: Value? = nil) {
        self.name = name
        self.type = type
        self.fallback = fallback
    }
}
