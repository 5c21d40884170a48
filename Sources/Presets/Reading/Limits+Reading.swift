import MediaUnits

extension Limits {
    static func read(_ fields: Fields) -> Limits {
        Limits(
            bytes: fields.value(Keys.bytes),
            duration: fields.section(
                "duration", about: "maximum length of an upload; one value is `max`",
                shorthand: "max", default: Duration(), Duration.read),
            pixels: fields.value(Keys.pixels), expansion: fields.value(Keys.expansion),
            streams: fields.value(Keys.streams), packets: fields.value(Keys.packets),
            memory: fields.value(Keys.memory), time: fields.value(Keys.time),
            output: fields.value(Keys.output), formats: fields.value(Keys.formats))
    }
}

extension Limits.Duration {
    enum Keys {
        static let max = Key<Rational?>(
            "max", ValueType.time(in: Rational(1)...Rational(7 * 86400)).orNone,
            default: Limits.Duration().max, about: "maximum length of an upload")
        static let over = Key(
            "over", .choice, default: Limits.Excess.refuse,
            about: "handling of a longer upload: reject it, or publish its beginning")
    }

    static func read(_ fields: Fields) -> Self {
        Self(max: fields.value(Keys.max), over: fields.value(Keys.over))
    }
}

extension ValueType where Value: Equatable {
    /// Returns the type of a key that a resolved preset omits if the key has its default: keys of jobs are derived from that
    /// text, and do not change when the language gets a new key.
    func omitted(at fallback: Value) -> Self {
        Self(form, write: { $0 == fallback ? nil : write($0) }, parse: parse)
    }
}
