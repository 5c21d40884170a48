/// An exact fraction: a time base, a frame rate, an aspect ratio, a time in seconds.
///
/// Always in lowest terms with a denominator above 0. Arithmetic is carried out in 128 bits and
/// traps only where the reduced result does not fit 64; numbers from a file pass through
/// `init?(exactly:_:)` and `rescale(_:from:to:)`, which do not trap.
public struct Rational: Hashable, Sendable {
    public let numerator: Int
    public let denominator: Int

    /// - Precondition: `denominator` is not 0.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        self.init(wide: Int128(numerator), Int128(denominator))
    }

    /// A fraction read from a file; `nil` if the denominator is 0 or the lowest terms do not fit.
    public init?(exactly numerator: Int, _ denominator: Int) {
        // The one number without a negative counterpart; no file means it.
        guard denominator != 0, numerator != .min, denominator != .min else { return nil }
        self.init(numerator, denominator)
    }

    private init(wide numerator: Int128, _ denominator: Int128) {
        precondition(denominator != 0, "a fraction with denominator 0")
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        let sign: Int128 = denominator < 0 ? -1 : 1
        self.numerator = Int(sign * numerator / divisor)
        self.denominator = Int(sign * denominator / divisor)
    }

    public static let zero = Rational(0)

    public var doubleValue: Double { Double(numerator) / Double(denominator) }

    /// The fraction turned upside down: a rate for a duration.
    ///
    /// - Precondition: not 0.
    public var inverse: Rational { Rational(denominator, numerator) }

    /// The nearest whole number, halves away from zero.
    public var rounded: Int {
        let doubled = 2 * Int128(numerator) + (numerator < 0 ? -1 : 1) * Int128(denominator)
        return Int(doubled / (2 * Int128(denominator)))
    }

    /// The largest whole number that is not above it.
    public var floor: Int {
        let quotient = numerator / denominator
        return numerator % denominator < 0 ? quotient - 1 : quotient
    }

    /// The smallest whole number that is not below it.
    public var ceiling: Int {
        let quotient = numerator / denominator
        return numerator % denominator > 0 ? quotient + 1 : quotient
    }

    /// A number of ticks of one length as ticks of another, the nearest, halves away from zero.
    ///
    /// - Parameters:
    ///   - ticks: May come from a file: nothing here traps.
    ///   - base: Length of one of these ticks in seconds, `1/90000` for MPEG-TS.
    ///   - target: Length of one tick of the result in seconds.
    /// - Returns: `nil` if the result does not fit 64 bits or `target` is 0.
    public static func rescale(_ ticks: Int, from base: Rational, to target: Rational) -> Int? {
        guard target.numerator != 0 else { return nil }
        let up = Int128(base.numerator) * Int128(target.denominator)
        let down = Int128(base.denominator) * Int128(target.numerator)
        let divisor = greatestCommonDivisor(up, down)
        let (product, overflows) = (up / divisor).multipliedReportingOverflow(by: Int128(ticks))
        guard !overflows else { return nil }
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: down / divisor)
        // Doubling a remainder could overflow; what is left to the divisor cannot.
        let size = (down / divisor).magnitude
        let roundsAway = remainder.magnitude >= size - remainder.magnitude
        let away: Int128 = (product < 0) == (down < 0) ? 1 : -1
        return Int(exactly: roundsAway ? quotient + away : quotient)
    }

    /// How many ticks of a length lie in it, rounded up; the nearest number that fits where more do.
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
        while b != 0 { (a, b) = (b, a % b) }
        return Int128(a == 0 ? 1 : a)
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
    /// `30000/1001`, or `30` for a whole number.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }

    /// Reads what `description` writes.
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
