import MediaUnits
import Testing

@Suite struct TimeTextTests {
    @Test(arguments: [
        ("6s", Rational(6)), ("500ms", Rational(1, 2)), ("1m30s", Rational(90)),
        ("1.5s", Rational(3, 2)), ("2h", Rational(7200)), ("1h0m0.25s", Rational(14401, 4)),
        ("0s", .zero), ("1s500ms", Rational(3, 2)), ("1.001s", Rational(1001, 1000)),
    ])
    func readsExactly(text: String, seconds: Rational) {
        #expect(TimeText.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "6", "s", "-6s", "6 s", "1s2s", "30s1m", "1:30", "6S", "1e3s", "6sec", "1_000s",
        "999999999999999999999s", "1000000.1s", "300h", "0.0000000001s",
    ])
    func rejectsOtherText(text: String) {
        #expect(TimeText.seconds(text) == nil)
    }

    @Test(arguments: [
        ("90", Rational(90)), ("12.5s", Rational(25, 2)), ("1:30", Rational(90)), ("0", .zero),
        ("1:02:03.5", Rational(7447, 2)), ("90:00", Rational(5400)), ("1m30s", Rational(90)),
        ("0.040", Rational(1, 25)),
    ])
    func readsPlaces(text: String, seconds: Rational) {
        #expect(TimeText.position(text) == seconds)
    }

    @Test(arguments: [
        "", "-1", ":", "1:", ":30", "1:60", "1:60:00", "1.5:00", "1:2:3:4", "1:30s", "half", "1e3",
        "9999999", "99999999999999999999:00", "999999:00:00",
    ])
    func rejectsOtherPositions(text: String) {
        #expect(TimeText.position(text) == nil)
    }

    /// The largest sums with the smallest fractions are exact or rejected, and never trap.
    @Test func theWorstFractionsFit() throws {
        let text = "200h0.123456789m0.123456789s0.123456789ms"
        let seconds = try #require(TimeText.seconds(text))
        #expect(seconds > Rational(720_007) && seconds < Rational(720_008))
    }

    @Test(arguments: ["6s", "500ms", "1m30s", "1.5s", "2h", "1h1.25s", "10m", "1.001s", "0s"])
    func writesWhatItReads(text: String) throws {
        #expect(TimeText.text(try #require(TimeText.seconds(text))) == text)
    }
}
