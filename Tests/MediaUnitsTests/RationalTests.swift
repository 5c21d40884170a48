import Foundation
import MediaUnits
import Testing

@Suite struct RationalTests {
    @Test func fractionIsInLowestTerms() {
        #expect(Rational(60, 2) == Rational(30))
        #expect(Rational(1, -2) == Rational(-1, 2))
        #expect(Rational(0, -7) == .zero)
        #expect(Rational(-6, -4).numerator == 3)
        #expect(Rational(-6, -4).denominator == 2)
    }

    /// A corrupt file can have any time base.
    @Test(arguments: [(1, 0), (0, 0), (Int.min, 1), (1, Int.min)])
    func invalidFractionIsNil(numerator: Int, denominator: Int) {
        #expect(Rational(exactly: numerator, denominator) == nil)
    }

    @Test(
        arguments: [
            (Rational(7, 2), 3, 4, 4), (Rational(-7, 2), -4, -3, -4), (Rational(5), 5, 5, 5),
            (Rational(-5), -5, -5, -5), (Rational(1, 3), 0, 1, 0), (Rational(-1, 3), -1, 0, 0),
            (Rational(.min), .min, .min, .min), (Rational(.max), .max, .max, .max),
            (Rational(.max, 2), .max / 2, .max / 2 + 1, .max / 2 + 1),
        ] as [(Rational, Int, Int, Int)])
    func roundingToIntegers(value: Rational, floor: Int, ceiling: Int, rounded: Int) {
        #expect(value.floor == floor)
        #expect(value.ceiling == ceiling)
        #expect(value.rounded == rounded)
    }

    @Test func arithmeticIsExact() {
        let frame = Rational(1001, 30000)
        #expect(frame * 180 == Rational(6006, 1000))
        #expect((0..<180).reduce(.zero) { sum, _ in sum + frame } == Rational(3003, 500))
        #expect(frame - frame == .zero)
        #expect(Rational(3, 4) - Rational(1, 2) == Rational(1, 4))
        #expect(Rational(3, 4) / Rational(-3, 2) == Rational(-1, 2))
        #expect(Rational(180) / 4 == Rational(45))
        #expect(frame.inverse == Rational(30000, 1001))
        #expect(Rational(1, 4).doubleValue == 0.25)
    }

    @Test func intermediateResultsMayExceed64Bits() {
        let large = Rational(.max, 3)
        #expect(large * Rational(3) == Rational(.max))
        #expect(Rational(.max, 2) + Rational(.max, 2) == Rational(.max))
        #expect(Rational(-1) - Rational(.min) == Rational(.max))
    }

    /// Two time bases of a hostile file: the exact fraction needs more than 64 bits.
    @Test func largeFractionIsRoundedToABillionth() {
        let (a, b) = (Rational(20_000_000_001, 2_147_483_647), Rational(7, 2_147_483_629))
        for (exact, value) in [
            (a.doubleValue + b.doubleValue, a + b), (a.doubleValue - b.doubleValue, a - b),
            (a.doubleValue * b.doubleValue, a * b), (a.doubleValue / 3.7, a / Rational(37, 10)),
        ] {
            #expect(abs(value.doubleValue - exact) <= 0.500_001e-9)
        }
        #expect(1_000_000_000.isMultiple(of: (a + b).denominator))
        let third = Rational(1, .max) + Rational(1, .max - 1)
        #expect(third == .zero)
        #expect(Rational(-1, 3) - Rational(1, .max) == Rational(-333_333_333, 1_000_000_000))
        // Exactly between two: away from zero, as everywhere.
        let half = Rational(1, 2_000_000_000)
        #expect(half * Rational(.max, .max - 1) == Rational(1, 1_000_000_000))
        #expect(half * Rational(1 - .max, .max) == .zero)
    }

    @Test func largerFractionIsRoundedToAnInteger() {
        #expect(Rational(.max, 2) + Rational(1, .max) == Rational(.max / 2 + 1))
        #expect(Rational(-1, .max) - Rational(.max, 2) == Rational(-(.max / 2 + 1)))
        #expect(Rational(.max) + Rational(1) == Rational(.max))
        #expect(Rational(.min) - Rational(1) == Rational(.min))
        #expect(Rational(.min) * -1 == Rational(.max))
        #expect(Rational(.max) * Rational(.max) == Rational(.max))
        #expect(Rational(.min, -1) == Rational(.max))
        #expect(Rational(.min) / Rational(1, .max) == Rational(.min))
        #expect(Rational(1, .max).inverse == Rational(.max))
    }

    /// For any two fractions, operators do not trap, and are exact to a billionth or to an integer.
    @Test func noArithmeticTraps() {
        let numbers = [
            Int.min, .min + 1, -.max / 3, -1_000_000_007, -1, 0, 1, 3, 1 << 31 - 1, 1 << 62, .max,
        ]
        let fractions = numbers.flatMap { up in
            numbers.filter { $0 > 0 }.map { Rational(up, $0) }
        }
        var wrong: [String] = []
        for (a, b) in fractions.flatMap({ a in fractions.map { (a, $0) } }) {
            let (x, y) = (a.doubleValue, b.doubleValue)
            for (value, exact) in [(a + b, x + y), (a - b, x - y), (a * b, x * y)] {
                // Doubles are themselves exact to some of the larger number's digits only.
                let tolerance = max(1e-9, max(abs(x), abs(y), abs(exact)) * 1e-15)
                let limit = Double(Int.max)
                let error = abs(value.doubleValue - min(max(exact, -limit), limit))
                if error > tolerance { wrong.append("\(a), \(b): \(value)") }
            }
            _ = b == .zero ? a : a / b
            _ = (a.rounded, a.floor, a.ceiling, a.ticksRoundedUp(of: Rational(1, .max)))
        }
        #expect(wrong.isEmpty)
    }

    @Test func orderNeedsNoRounding() {
        #expect(Rational(1, 3) < Rational(1001, 3000))
        #expect(Rational(.max - 1, .max) < Rational(1))
        #expect(Rational(-1, 2) < .zero)
        #expect(!(Rational(2, 4) < Rational(1, 2)))
    }

    @Test(
        arguments: [
            (90_000, Rational(1, 90_000), Rational(1, 48_000), 48_000),
            (1, Rational(1, 2), Rational(1), 1), (-1, Rational(1, 2), Rational(1), -1),
            (1, Rational(1, 3), Rational(1), 0), (2, Rational(1, 3), Rational(1), 1),
            (-2, Rational(1, 3), Rational(1), -1), (1, Rational(1, 2), Rational(-1), -1),
            (.max, Rational(1, 90_000), Rational(1, 45_000), .max / 2 + 1),
            (.min, Rational(1), Rational(1), .min),
        ] as [(Int, Rational, Rational, Int)])
    func ticksAreRescaledToTheNearest(
        ticks: Int, base: Rational, target: Rational, expected: Int
    ) {
        #expect(Rational.rescale(ticks, from: base, to: target) == expected)
    }

    @Test func rescalingWhatDoesNotFitIsNil() {
        #expect(Rational.rescale(.max, from: Rational(1), to: Rational(1, 2)) == nil)
        #expect(Rational.rescale(.min, from: Rational(-1), to: Rational(1)) == nil)
        #expect(Rational.rescale(.max, from: Rational(.max), to: Rational(1, .max)) == nil)
        #expect(Rational.rescale(1, from: Rational(1), to: .zero) == nil)
    }

    @Test(arguments: [Rational(30000, 1001), Rational(-1, 2), Rational(25), .zero])
    func textIsReadBack(value: Rational) throws {
        #expect(Rational(value.description) == value)
        let json = try JSONEncoder().encode([value])
        #expect(try JSONDecoder().decode([Rational].self, from: json) == [value])
    }

    @Test(arguments: ["", "/", "1/", "/2", "1/0", "1/2/3", "1.5", "a", "1 /2"])
    func textThatIsNoFractionIsNil(text: String) {
        #expect(Rational(text) == nil)
        let json = Data("[\"\(text)\"]".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Rational].self, from: json)
        }
    }
}
