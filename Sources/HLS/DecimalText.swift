import MediaUnits

/// Numbers in the notation of playlists (RFC 8216, 4.2): digits with at most one point, without sign.
enum DecimalText {
    /// Returns a number with a fixed number of decimals, at least one: 6006000 with 6 decimals is `6.006000`.
    ///
    /// `units` is the number in units of the last decimal; negative numbers are written as 0.
    static func fixed(_ units: Int, decimals: Int) -> String {
        let digits = String(max(0, units))
        let padding = String(repeating: "0", count: max(0, decimals + 1 - digits.count))
        let padded = padding + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }

    /// Reads a decimal-integer; `nil` for other text and above 64 bits.
    static func integer(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy(isDigit) ? Int(text) : nil
    }

    /// Reads a decimal-floating-point or decimal-integer; `nil` for other text and from 10^9 on.
    ///
    /// Digits after the ninth decimal are ignored, so that sums of such numbers fit 64 bits.
    static func number(_ text: some StringProtocol) -> Rational? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = integer(parts[0]), whole < 1_000_000_000 else { return nil }
        guard parts.count == 2 else { return Rational(whole) }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(isDigit) else { return nil }
        var (units, unitsInOne) = (whole, 1)
        for digit in parts[1].utf8.prefix(9) {
            units = units * 10 + Int(digit - UInt8(ascii: "0"))
            unitsInOne *= 10
        }
        return Rational(units, unitsInOne)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
