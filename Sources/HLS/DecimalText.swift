import MediaUnits

/// Numbers as playlists spell them (RFC 8216, 4.2): digits and at most a point, no sign.
enum DecimalText {
    /// A number with a fixed number of decimals, above 0: 6006000 with 6 places is `6.006000`.
    ///
    /// The units are those of the last place; a negative number of them is written as 0.
    static func fixed(_ units: Int, places: Int) -> String {
        let digits = String(max(0, units))
        let padding = String(repeating: "0", count: max(0, places + 1 - digits.count))
        let padded = padding + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    /// A decimal-integer; `nil` for anything else and above 64 bits.
    static func integer(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy(isDigit) ? Int(text) : nil
    }

    /// A decimal-floating-point or decimal-integer; `nil` for anything else and from 10^9 on.
    ///
    /// Digits behind the ninth decimal are dropped: with them, sums of such numbers could leave
    /// 64 bits.
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
