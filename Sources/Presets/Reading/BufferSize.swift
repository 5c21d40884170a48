import MediaUnits

/// The forms of `bufsize`: a time at the rung's maximum rate (`1.5s`), or bits (`9000k`).
enum BufferSize: Hashable, Sendable {
    case duration(Rational)
    case bits(Int)

    func bits(at maxrate: Bitrate) -> Int {
        switch self {
        case .duration(let seconds): maxrate.bits(in: seconds)
        case .bits(let bits): bits
        }
    }

    private var text: String {
        switch self {
        case .duration(let seconds): TimeText.text(seconds)
        case .bits(let bits): Bitrate(bitsPerSecond: bits).description
        }
    }

    /// The range is chosen because a buffer below 0.1 s has no room for a frame, and one above 10 s delays playback.
    static let type: ValueType<BufferSize> = {
        let form = ValueForm(
            text: "a time at `maxrate`, 100ms to 10s, or bits such as 9000k",
            schema: [
                "type": "string",
                "anyOf": [
                    ["pattern": .text(TimePattern.text)], ["pattern": .text(bitratePattern)],
                ],
            ])
        return ValueType<BufferSize>(form, write: \.text) { text in
            if let bits = Bitrate(text), (10_000...300_000_000).contains(bits.bitsPerSecond) {
                return .success(.bits(bits.bitsPerSecond))
            }
            return ValueType.time(in: Rational(1, 10)...Rational(10)).parse(text)
                .map(BufferSize.duration)
                .mapError {
                    .init(
                        rule: $0.rule, message: $0.message,
                        advice: "write a time such as 1.5s (100ms to 10s), or bits such as 9000k")
                }
        }
    }()
}
