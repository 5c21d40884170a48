/// Decimal numbers as people write them, exactly: `1.5` is 3/2, never a rounded binary number.
enum DecimalText {
    /// Digits after the point that are read; more could not be meant, and would not fit.
    private static let maximumPlaces = 9

    /// The value of digits with at most one point between them; `nil` for anything else, signs
    /// included.
    static func value(_ text: Substring) -> Rational? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy(isDigits) else { return nil }
        let places = parts.count == 2 ? parts[1].count : 0
        guard places <= maximumPlaces, let digits = Int(parts.joined()) else { return nil }
        return Rational(digits, (0..<places).reduce(1) { power, _ in power * 10 })
    }

    /// The whole number that `text` (digits, perhaps a point, then a unit) comes to; `nil` if it is
    /// none.
    ///
    /// `units` says what one of each is worth, in lower case; the text may have them in any.
    static func wholeNumber(_ text: String, units: [String: Int]) -> Int? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
        guard let worth = units[unit], let value = value(number) else { return nil }
        let (product, overflow) = value.numerator.multipliedReportingOverflow(by: worth)
        guard !overflow, product % value.denominator == 0 else { return nil }
        return product / value.denominator
    }

    private static func isDigits(_ text: Substring) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return !text.isEmpty && text.utf8.allSatisfy(digits.contains)
    }
}
