/// An exact fraction: a time base, a frame rate, an aspect ratio, a time in seconds.
///
/// A fraction is always in lowest terms with a denominator above 0. Arithmetic has 128 bits and is exact if the reduced result
/// fits 64 bits. Other results are rounded to the nearest billionth (of a time: a nanosecond); from about 9.2 x 10^9 on, where
/// billionths do not fit, to the nearest integer, at most `Int.max`. Arithmetic traps only for a denominator of 0. For numbers
/// from files, use `init?(exactly:_:)` and `rescale(_:from:to:)`.
public struct Rational: Hashable, Sendable {
    public let numerator: Int
    public let denominator: Int

    /// - Precondition: `denominator` is not 0.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        self.init(wide: Int128(numerator), Int128(denominator))
    }

    /// Creates a fraction from numbers of a file; `nil` if the denominator is 0, or if a number has no positive counterpart.
    public init?(exactly numerator: Int, _ denominator: Int) {
        // `Int.min` has no positive counterpart.
        guard denominator != 0, numerator != .min, denominator != .min else { return nil }
        self.init(numerator, denominator)
    }

    private init(wide numerator: Int128, _ denominator: Int128) {
        precondition(denominator != 0, "a fraction with denominator 0")
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        let sign: Int128 = denominator < 0 ? -1 : 1
        let (up, down) = (sign * numerator / divisor, sign * denominator / divisor)
        if let numerator = Int(exactly: up), let denominator = Int(exactly: down) {
            (self.numerator, self.denominator) = (numerator, denominator)
        } else {
            self = Self.nearest(to: up, down)
        }
    }

    /// Returns the nearest multiple of a billionth, or the nearest integer if that does not fit.
    private static func nearest(to numerator: Int128, _ denominator: Int128) -> Rational {
        let billion: UInt128 = 1_000_000_000
        let sign: Int128 = numerator < 0 ? -1 : 1
        let size = denominator.magnitude
        let (whole, rest) = numerator.magnitude.quotientAndRemainder(dividingBy: size)
        // The quotient is at most a billion, since the rest is smaller than the divisor.
        var (part, left) = size.dividingFullWidth(rest.multipliedFullWidth(by: billion))
        if left >= size - left { part += 1 }
        guard whole <= UInt128(Int.max) / billion - 1 else {
            let isUp = rest >= size - rest
            return Rational(Int(clamping: sign * Int128(isUp ? whole + 1 : whole)))
        }
        return Rational(wide: sign * Int128(whole * billion + part), Int128(billion))
    }

    public static let zero = Rational(0)

    public var doubleValue: Double { Double(numerator) / Double(denominator) }

    /// The reciprocal: the rate of a duration.
    ///
    /// - Precondition: The fraction is not 0.
    public var inverse: Rational { Rational(denominator, numerator) }

    /// The nearest integer; halves are rounded away from zero.
    public var rounded: Int {
        let doubled = 2 * Int128(numerator) + (numerator < 0 ? -1 : 1) * Int128(denominator)
        return Int(doubled / (2 * Int128(denominator)))
    }

    /// The largest integer that is not above the fraction.
    public var floor: Int {
        let quotient = numerator / denominator
        return numerator % denominator < 0 ? quotient - 1 : quotient
    }

    /// The smallest integer that is not below the fraction.
    public var ceiling: Int {
        let quotient = numerator / denominator
        return numerator % denominator > 0 ? quotient + 1 : quotient
    }

    /// Converts a number of ticks to another time base; the nearest number, with halves rounded away from zero.
    ///
    /// - Parameters:
    ///   - ticks: Any number, also from a file.
    ///   - base: The duration of one of these ticks in seconds, `1/90000` for MPEG-TS.
    ///   - target: The duration of one tick of the result in seconds.
    /// - Returns: `nil` if the result does not fit 64 bits or `target` is 0.
    public static func rescale(_ ticks: Int, from base: Rational, to target: Rational) -> Int? {
        guard target.numerator != 0 else { return nil }
        let up = Int128(base.numerator) * Int128(target.denominator)
        let down = Int128(base.denominator) * Int128(target.numerator)
        let divisor = greatestCommonDivisor(up, down)
        let (product, overflows) = (up / divisor).multipliedReportingOverflow(by: Int128(ticks))
        guard !overflows else { return nil }
        // The quotient of -2^127 and -1 does not fit 128 bits.
        guard product != .min else { return nil }
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: down / divisor)
        // Doubling the remainder could overflow; the difference to the divisor cannot.
        let size = (down / divisor).magnitude
        let roundsAway = remainder.magnitude >= size - remainder.magnitude
        let away: Int128 = (product < 0) == (down < 0) ? 1 : -1
        return Int(exactly: roundsAway ? quotient + away : quotient)
    }

    /// Returns the number of ticks of a duration in the fraction, rounded up and clamped to 64 bits.
    ///
    /// - Precondition: `tick` is above 0.
    public func ticksRoundedUp(of tick: Rational) -> Int {
        let up = Int128(numerator) * Int128(tick.denominator)
        let down = Int128(denominator) * Int128(tick.numerator)
        let (quotient, remainder) = up.quotientAndRemainder(dividingBy: down)
        return Int(clamping: remainder > 0 ? quotient + 1 : quotient)
    }

    private static func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
        var (a, b) = (a.magnitude, b.magnitude)
        while b > UInt64.max { (a, b) = (b, a % b) }
        guard b != 0 else { return Int128(a == 0 ? 1 : a) }
        // Most numbers fit 64 bits, whose division is many times as fast.
        var (c, d) = (UInt64(b), UInt64(a % b))
        while d != 0 { (c, d) = (d, c % d) }
        return Int128(c)
    }
}

extension Rational {
    public static func + (a: Rational, b: Rational) -> Rational {
        Rational(
            wide: Int128(a.numerator) * Int128(b.denominator)
                + Int128(b.numerator) * Int128(a.denominator),
            Int128(a.denominator) * Int128(b.denominator))
    }

    public static func - (a: Rational, b: Rational) -> Rational {
        Rational(
            wide: Int128(a.numerator) * Int128(b.denominator)
                - Int128(b.numerator) * Int128(a.denominator),
            Int128(a.denominator) * Int128(b.denominator))
    }

    public static func * (a: Rational, b: Rational) -> Rational {
        Rational(
            wide: Int128(a.numerator) * Int128(b.numerator),
            Int128(a.denominator) * Int128(b.denominator))
    }

    public static func * (a: Rational, b: Int) -> Rational { a * Rational(b) }

    /// - Precondition: `b` is not 0.
    public static func / (a: Rational, b: Rational) -> Rational { a * b.inverse }

    public static func / (a: Rational, b: Int) -> Rational { a / Rational(b) }
}

extension Rational: Comparable {
    public static func < (a: Rational, b: Rational) -> Bool {
        Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
    }
}

extension Rational: CustomStringConvertible {
    /// `30000/1001`, or `30` for an integer.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    /// Reads the text that `description` writes.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let numerator = parts.first.flatMap({ Int($0) }) else { return nil }
        guard let denominator = parts.count == 2 ? Int(parts[1]) : 1 else { return nil }
        self.init(exactly: numerator, denominator)
    }
}

extension Rational: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Rational(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a fraction: \(text)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
