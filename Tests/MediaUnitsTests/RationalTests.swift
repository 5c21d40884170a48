import Foundation
import MediaUnits
import Testing

@Suite struct RationalTests {
    @Test func isKeptInLowestTermsWithAPositiveDenominator() {
        #expect(Rational(60, 2) == Rational(30))
        #expect(Rational(1, -2) == Rational(-1, 2))
        #expect(Rational(0, -7) == .zero)
        #expect(Rational(-6, -4).numerator == 3)
        #expect(Rational(-6, -4).denominator == 2)
    }

    /// A broken file's time base must not stop the program.
    @Test(arguments: [(1, 0), (0, 0), (Int.min, 1), (1, Int.min)])
    func aFractionThatIsNoneIsNil(numerator: Int, denominator: Int) {
        #expect(Rational(exactly: numerator, denominator) == nil)
    }

    @Test(
        arguments: [
            (Rational(7, 2), 3, 4, 4), (Rational(-7, 2), -4, -3, -4), (Rational(5), 5, 5, 5),
            (Rational(-5), -5, -5, -5), (Rational(1, 3), 0, 1, 0), (Rational(-1, 3), -1, 0, 0),
            (Rational(.min), .min, .min, .min), (Rational(.max), .max, .max, .max),
            (Rational(.max, 2), .max / 2, .max / 2 + 1, .max / 2 + 1),
        ] as [(Rational, Int, Int, Int)])
    func wholeNumbers(value: Rational, floor: Int, ceiling: Int, rounded: Int) {
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
