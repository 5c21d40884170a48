import MediaUnits
import Testing

@Suite struct ByteCountTests {
    @Test(arguments: [
        ("65536", 65536), ("64KiB", 65536), ("10 MB", 10_000_000), ("1.5gb", 1_500_000_000),
        ("4GiB", 4_294_967_296), ("500k", 500_000), ("2 b", 2), ("1TB", 1_000_000_000_000),
    ])
    func readsANumberAndItsUnit(text: String, bytes: Int) {
        #expect(ByteCount(text)?.bytes == bytes)
    }

    @Test(arguments: ["", "MB", "-1MB", "1.5", "10 MBit", "9999999999TB", "1 0 MB"])
    func rejectsOtherText(text: String) {
        #expect(ByteCount(text) == nil)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (1_505_000, "1.51 MB"),
        (9_996_000, "10.0 MB"), (23_440_000_000, "23.4 GB"), (99_960_000, "100 MB"),
        (999_900, "1.00 MB"), (-2_050_000, "-2.05 MB"), (5_000_000_000_000_000, "5.00 PB"),
    ])
    func writesThreeDigits(bytes: Int, text: String) {
        #expect(ByteCount(bytes).description == text)
    }
}
