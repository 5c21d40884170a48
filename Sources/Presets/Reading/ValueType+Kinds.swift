import MediaUnits

extension ValueType where Value == Int {
    static func whole(in range: ClosedRange<Int>) -> Self {
        Self("a whole number", example: "digits only", in: range) { Int($0) }
    }

    /// Even, as 4:2:0 pictures are.
    static func pixels(in range: ClosedRange<Int>) -> Self {
        Self("an even number of pixels", example: "an even number, digits only", in: range) {
            Int($0).flatMap { $0.isMultiple(of: 2) ? $0 : nil }
        }
    }

    /// `8192x4320`, or the product.
    static func area(in range: ClosedRange<Int>) -> Self {
        Self("a number of pixels", example: "a size such as 8192x4320, or its product", in: range) {
            let sides = $0.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count <= 2, let width = sides[0],
                let height = sides.count == 2 ? sides[1] : 1
            else { return nil }
            let (area, overflow) = width.multipliedReportingOverflow(by: height)
            return overflow ? nil : area
        }
    }

    /// The sampling rates that AAC has (ISO/IEC 14496-3, table 1.18) and browsers play.
    static var sampleRate: Self {
        let rates = [16000, 22050, 24000, 32000, 44100, 48000]
        return words(rates.map { "\($0)" }) { text in
            let number = text.lowercased().hasSuffix("khz") ? String(text.dropLast(3)) + "k" : text
            return ByteCount(number).map(\.bytes).flatMap { rates.contains($0) ? $0 : nil }
        }
    }
}

extension ValueType where Value == Double {
    static func decimal(in range: ClosedRange<Double>) -> Self {
        Self("a number", example: "a number such as 23 or 21.5", in: range) { text in
            let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
            return isPlain ? Double(text) : nil
        }
    }
}

extension ValueType where Value == Rational {
    static func time(in range: ClosedRange<Rational>) -> Self {
        Self(
            "a time", example: "a number and its unit, such as 2s, 500ms or 1m30s", in: range,
            describe: TimeText.text, read: TimeText.seconds)
    }

    /// Frames per second: exact, since 29.97 is none.
    static func frameRate(in range: ClosedRange<Rational>) -> Self {
        Self("a frame rate", example: "a whole number or a fraction, such as 30000/1001", in: range)
        { Rational($0) }
    }
}

extension ValueType where Value == Bitrate {
    static func bitrate(in range: ClosedRange<Bitrate>) -> Self {
        Self("a bit rate", example: "a number and its unit, such as 6000k or 6M", in: range) {
            Bitrate($0)
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

    /// One line of text for people.
    static var sentence: Self {
        Self { text in
            guard text.isEmpty || text.count > 300 else { return .success(text) }
            return .failure(
                Misfit(
                    rule: .valueRange, message: "is not one sentence",
                    advice: "write 1 to 300 characters"))
        }
    }

    /// What is safe as part of a path and of a URL, on every file system.
    static var name: Self {
        Self { text in
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
                    Misfit(
                        rule: .valueName, message: "is not safe as a file name",
                        advice:
                            "write 1 to 64 of a-z, 0-9, -, _ and ., a letter or digit first"))
            }
            return .success(text)
        }
    }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
    static var choice: Self {
        .words(Value.allCases.map(\.rawValue)) { Value(rawValue: $0) }
    }
}
