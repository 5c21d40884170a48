/// Decimal numbers as exact fractions: `1.5` is 3/2, not a rounded binary number.
enum DecimalText {
    /// The maximum number of digits after the point, chosen so that results fit 64 bits.
    private static let maximumDecimals = 9

    /// Returns the value of digits with at most one point between them; `nil` for anything else, signs included.
    static func value(_ text: Substring) -> Rational? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy(isDigits) else { return nil }
        let decimals = parts.count == 2 ? parts[1].count : 0
        guard decimals <= maximumDecimals, let digits = Int(parts.joined()) else { return nil }
        return Rational(digits, (0..<decimals).reduce(1) { power, _ in power * 10 })
    }

    /// Returns the integer value of text: digits, optionally with a point, then a unit; `nil` if the value is not an integer.
    ///
    /// `units` has the value of each unit by its name in lower case; the text may have any case.
    static func wholeNumber(_ text: String, units: [String: Int]) -> Int? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
        guard let factor = units[unit], let value = value(number) else { return nil }
        let (product, overflow) = value.numerator.multipliedReportingOverflow(by: factor)
        guard !overflow, product % value.denominator == 0 else { return nil }
        return product / value.denominator
    }

    private static func isDigits(_ text: Substring) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return !text.isEmpty && text.utf8.allSatisfy(digits.contains)
    }
}
