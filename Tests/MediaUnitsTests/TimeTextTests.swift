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
    func refusesWhatIsNoTime(text: String) {
        #expect(TimeText.seconds(text) == nil)
    }

    /// The longest sums with the finest fractions stay exact, or are refused; none traps.
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
