import MediaUnits

extension ValueType where Value == Int {
    static func whole(in range: ClosedRange<Int>) -> Self {
        Self(
            "an integer", example: "digits only", in: range,
            schema: numbers(in: range, pattern: "^[0-9]+$"), read: { digits($0) })
    }

    /// Returns the type of even numbers of pixels, which 4:2:0 requires.
    static func pixels(in range: ClosedRange<Int>) -> Self {
        let schema = numbers(in: range, pattern: "^[0-9]*[02468]$")
        return Self(
            "an even number of pixels", example: "one even number, such as 720", in: range,
            schema: schema.merging(["multipleOf": 2]) { $1 }
        ) {
            digits($0).flatMap { $0.isMultiple(of: 2) ? $0 : nil }
        }
    }

    /// Returns the type of areas in pixels: `8192x4320`, or the product.
    static func area(in range: ClosedRange<Int>) -> Self {
        Self(
            "a number of pixels", example: "a size such as 8192x4320, or its product", in: range,
            schema: numbers(in: range, pattern: "^[0-9]+(x[0-9]+)?$")
        ) {
            let sides = $0.split(separator: "x", omittingEmptySubsequences: false).map {
                digits($0)
            }
            guard sides.count <= 2, let width = sides[0],
                let height = sides.count == 2 ? sides[1] : 1
            else { return nil }
            let (area, overflow) = width.multipliedReportingOverflow(by: height)
            return overflow ? nil : area
        }
    }

    /// Returns the type of counts: digits, also with k for thousands and M for millions.
    static func count(in range: ClosedRange<Int>) -> Self {
        Self(
            "a number", example: "digits, or thousands or millions such as 500k or 20M", in: range
        ) { text in
            let unit = text.drop { $0.isNumber || $0 == "." }
            return ["", "k", "M"].contains(unit) ? ByteCount(text)?.bytes : nil
        }
    }

    /// The type of sampling rates that AAC supports (ISO/IEC 14496-3, table 1.18) and browsers play.
    static var sampleRate: Self {
        let rates = [
            ("16000", "16kHz"), ("22050", "22.05kHz"), ("24000", "24kHz"), ("32000", "32kHz"),
            ("44100", "44.1kHz"), ("48000", "48kHz"),
        ]
        let written = rates.map(\.0)
        let form = ValueForm(
            text: ValueForm.words(written).text + "; also as `44.1kHz`",
            schema: ValueForm.words(written + rates.map(\.1)).schema)
        let type = words(written) { text in
            rates.first { text == $0.0 || text == $0.1 }.flatMap { Int($0.0) }
        }
        return Self(form, parse: type.parse)
    }

    /// Returns the JSON Schema of a number as text, or as the integer that YAML reads.
    private static func numbers(in range: ClosedRange<Int>, pattern: String) -> [String: JSONNode] {
        [
            "type": ["string", "integer"], "pattern": .text(pattern),
            "minimum": .number(Double(range.lowerBound)),
            "maximum": .number(Double(range.upperBound)),
        ]
    }

}

/// Returns the value of digits; `nil` for text with a sign or anything else.
private func digits(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
}

extension ValueType where Value == Double {
    static func decimal(in range: ClosedRange<Double>) -> Self {
        @Sendable func text(_ value: Double) -> String {
            Int(exactly: value).map { "\($0)" } ?? "\(value)"
        }
        return Self(
            "a number", example: "a number such as 23 or 21.5", in: range,
            schema: [
                "type": ["string", "number"], "pattern": "^([0-9]+\\.?[0-9]*|\\.[0-9]+)$",
                "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
            ], describe: text
        ) { Double(plain: $0) }
    }

    /// Returns the type of sound levels with a unit: `-16LUFS`, `-1.5 dBTP`.
    static func level(in range: ClosedRange<Double>, unit: String) -> Self {
        @Sendable func text(_ level: Double) -> String {
            let whole = level.rounded()
            return (level == whole ? "\(Int(whole))" : "\(level)") + unit
        }
        return Self(
            "a level", example: "a number and its unit, such as \(text(range.lowerBound))",
            in: range,
            schema: ["type": "string", "pattern": .text("^-?[0-9.]+ *\(unit)$")], describe: text
        ) {
            guard $0.lowercased().hasSuffix(unit.lowercased()) else { return nil }
            let number = $0.dropLast(unit.count).split(separator: " ").joined()
            let digits = number.hasPrefix("-") ? number.dropFirst() : number[...]
            guard let value = Double(plain: digits) else { return nil }
            return number == digits ? value : 0 - value
        }
    }
}

extension ValueType where Value == Rational {
    static func time(in range: ClosedRange<Rational>) -> Self {
        Self(
            "a time", example: "a number and its unit, such as 2s, 500ms or 1m30s", in: range,
            schema: TimePattern.schema, describe: TimeText.text, read: TimeText.seconds)
    }

    /// Returns the type of exact frame rates in frames per second; 29.97 is not exact.
    static func frameRate(in range: ClosedRange<Rational>) -> Self {
        Self(
            "a frame rate", example: "an integer or a fraction, such as 30000/1001", in: range,
            schema: [
                "type": ["string", "integer"], "pattern": "^[0-9]{1,6}(/[0-9]{1,6})?$",
                "minimum": .number(range.lowerBound.doubleValue),
                "maximum": .number(range.upperBound.doubleValue),
            ]
        ) { text in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            // Real rates have at most six digits; products of longer ones could exceed 64 bits.
            let isShort = parts.allSatisfy { $0.count <= 6 && digits($0) != nil }
            return isShort ? Rational(text) : nil
        }
    }
}

/// The pattern of times in schemas.
enum TimePattern {
    /// The pattern: hours, minutes, seconds and milliseconds, each at most once and in this order.
    static let text: String = {
        let units = ["h", "m", "s", "ms"].map { "([0-9]+(\\.[0-9]{1,9})?\($0))?" }
        return "^(?=[0-9])" + units.joined() + "$"
    }()
    static let schema: [String: JSONNode] = ["type": "string", "pattern": .text(text)]
}

extension ValueType where Value == Bitrate {
    static func bitrate(in range: ClosedRange<Bitrate>) -> Self {
        Self(
            "a bit rate", example: "a number and its unit, such as 6000k or 6M", in: range,
            schema: ["type": "string", "pattern": .text(bitratePattern)]
        ) { Bitrate($0) }
    }
}

/// The pattern of bit rates in schemas.
let bitratePattern =
    "^[0-9]+(\\.[0-9]{1,9})? *([bB](/|[pP])[sS]|[kKmM]([bB]([iI][tT]/|/|[pP])[sS])?)$"

extension ValueType where Value == ByteCount {
    static func size(in range: ClosedRange<ByteCount>) -> Self {
        Self("a size", example: "a number and its unit, such as 10GB or 512MiB", in: range) {
            // A number without a unit is ambiguous.
            Int($0) == nil ? ByteCount($0) : nil
        }
    }
}

extension ValueType where Value == Bool {
    static var truth: Self {
        words(["true", "false"]) { $0 == "true" ? true : $0 == "false" ? false : nil }
    }
}

extension ValueType where Value == String {
    static func oneOf(_ words: [String]) -> Self {
        .words(words) { words.contains($0) ? $0 : nil }
    }

    /// The type of text for users.
    static var sentence: Self {
        let form = ValueForm(
            text: "text of 1 to 300 characters",
            schema: [
                "type": ["string", "number", "boolean"], "minLength": 1, "maxLength": 300,
            ])
        return Self(form) { text in
            guard text.isEmpty || text.unicodeScalars.count > 300 else { return .success(text) }
            return .failure(
                ValueError(
                    rule: .valueRange, message: "is not a sentence",
                    advice: "write 1 to 300 characters"))
        }
    }

    /// The type of names that are safe in paths and URLs, on every file system.
    static var name: Self {
        let letters = "1 to 64 of a-z, 0-9, -, _ and ., a letter or digit first"
        let form = ValueForm(
            text: letters,
            schema: [
                "type": ["string", "integer"], "pattern": "^[a-z0-9_][a-z0-9._-]{0,63}$",
            ])
        return Self(form) { text in
            let isSafe = text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
            guard isSafe, (1...64).contains(text.count), text.first != ".", text.first != "-" else {
                return .failure(
                    ValueError(
                        rule: .valueName, message: "is not a safe file name",
                        advice: "write \(letters)"))
            }
            return .success(text)
        }
    }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
    static var choice: Self {
        .words(Value.allCases.map(\.rawValue), write: \.rawValue) { Value(rawValue: $0) }
    }
}
