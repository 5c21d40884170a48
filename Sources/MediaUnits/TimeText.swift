/// Durations and positions as text: `6s`, `500ms`, `1.5s`, `1m30s`, `2h`.
public enum TimeText {
    /// The units with their values in seconds, in the only order that text may have.
    private static let units: [(name: String, seconds: Rational)] = [
        ("h", Rational(3600)), ("m", Rational(60)), ("s", Rational(1)), ("ms", Rational(1, 1000)),
    ]

    /// The maximum in seconds (eleven days), chosen so that sums of nanoseconds fit a `Rational`.
    private static let longest = Rational(1_000_000)

    /// Reads a duration such as `1m30s`, exactly.
    ///
    /// - Returns: Seconds; `nil` without a unit, with a repeated unit, with units out of order, and for any other text.
    public static func seconds(_ text: String) -> Rational? {
        guard !text.isEmpty else { return nil }
        var rest = Substring(text)
        var total = Rational.zero
        var nextUnit = 0
        while !rest.isEmpty {
            let number = rest.prefix { !$0.isLetter }
            let name = rest.dropFirst(number.count).prefix { $0.isLetter }
            rest = rest.dropFirst(number.count + name.count)
            guard let value = DecimalText.value(number),
                let unit = units[nextUnit...].firstIndex(where: { $0.name == name }),
                value <= longest / units[unit].seconds
            else { return nil }
            total = total + value * units[unit].seconds
            nextUnit = unit + 1
        }
        return total <= longest ? total : nil
    }

    /// Reads a position such as `90`, `1:30` or `1:02:03.5`, or a duration that `seconds` reads.
    ///
    /// - Returns: Seconds; `nil` for any other text.
    public static func position(_ text: String) -> Rational? {
        if let seconds = seconds(text) { return seconds }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let last = parts.last, let seconds = DecimalText.value(last),
            parts.count == 1 || seconds < Rational(60)
        else { return nil }
        var minutes = 0
        for (index, part) in parts.dropLast().enumerated() {
            // Only the first number may be above 59.
            guard let value = DecimalText.value(part), value.denominator == 1,
                value.numerator < (index == 0 ? 1_000_000 : 60)
            else { return nil }
            minutes = minutes * 60 + value.numerator
        }
        guard seconds <= longest, Rational(minutes * 60) <= longest else { return nil }
        return Rational(minutes * 60) + seconds
    }

    /// Returns text that `seconds` reads: `6s`, `1m30s`, `1h`, `40ms`, `1.5s`.
    ///
    /// A time without an exact decimal becomes a fraction
    /// such as `1001/30000s`, which `seconds` does not read.
    public static func text(_ seconds: Rational) -> String {
        let milliseconds = seconds * 1000
        guard seconds > .zero, milliseconds.denominator == 1 else {
            return "\(precise(seconds) ?? "\(seconds)")s"
        }
        if seconds < Rational(1) { return "\(milliseconds)ms" }
        let (minutes, rest) = milliseconds.numerator.quotientAndRemainder(dividingBy: 60_000)
        let hours = minutes / 60
        let parts = [
            hours > 0 ? "\(hours)h" : "",
            minutes % 60 > 0 ? "\(minutes % 60)m" : "",
            rest > 0 ? "\(decimal(milliseconds: rest))s" : "",
        ]
        return parts.joined()
    }

    /// Returns up to nine decimals, the maximum that is read; `nil` if they are not exact.
    private static func precise(_ seconds: Rational) -> String? {
        let billion = 1_000_000_000
        guard seconds > .zero, billion.isMultiple(of: seconds.denominator) else { return nil }
        let whole = seconds.floor
        let digits = String(((seconds - Rational(whole)) * billion).rounded + billion).dropFirst()
        return "\(whole)." + String(digits.reversed().drop { $0 == "0" }.reversed())
    }

    private static func decimal(milliseconds: Int) -> String {
        let (whole, part) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard part > 0 else { return "\(whole)" }
        let digits = String(String(part + 1000).dropFirst())
        let significant = digits.lastIndex { $0 != "0" }.map { digits[...$0] } ?? ""
        return "\(whole).\(significant)"
    }
}
