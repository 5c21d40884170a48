import MediaUnits
import Testing

@Suite struct BitrateTests {
    @Test(arguments: [
        ("6000k", 6_000_000), ("6M", 6_000_000), ("1.5M", 1_500_000), ("128 kb/s", 128_000),
        ("64000bps", 64_000), ("0.5k", 500), ("3Mbit/s", 3_000_000),
    ])
    func readsANumberAndItsUnit(text: String, bits: Int) {
        #expect(Bitrate(text)?.bitsPerSecond == bits)
    }

    /// 6000 without a unit is ambiguous; a rate is an integer number of bits.
    @Test(arguments: [
        "6000", "", "k", "-1k", "+1k", "1e3k", "6 000k", "6,5M", "1.2.3k", "6KB", "0.0001k", ".5M",
        "99999999999999999999k", "9223372036854775807M", "٣k",
    ])
    func rejectsOtherText(text: String) {
        #expect(Bitrate(text) == nil)
    }

    @Test(arguments: [(6_000_000, "6000k"), (64_500, "64500bps"), (0, "0k")])
    func writesWhatItReads(bits: Int, text: String) {
        #expect(Bitrate(bitsPerSecond: bits).description == text)
        #expect(Bitrate(text)?.bitsPerSecond == bits)
    }

    @Test func countsBitsOfADuration() {
        #expect(Bitrate.kilobits(900).bits(in: Rational(3, 2)) == 1_350_000)
    }
}
