import Testing

@testable import vtranscode

@Suite struct QuantityTests {
    @Test(arguments: [
        (0.0, "0:00"), (7.9, "0:07"), (62, "1:02"), (3599.99, "59:59"), (3723, "1:02:03"),
        (360_000, "100:00:00"), (-1, "-"), (.nan, "-"), (.infinity, "-"), (1e300, "-"),
    ])
    func clocks(seconds: Double, text: String) {
        #expect(Quantity.clock(seconds) == text)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345_678, "12.3 MB"),
        (999_949, "999.9 kB"), (999_950, "1.0 MB"), (5_000_000_000, "5.0 GB"),
        (2_500_000_000_000, "2.5 TB"), (.max, "9223372.0 TB"),
    ])
    func bytes(count: Int, text: String) {
        #expect(Quantity.bytes(count) == text)
    }

    @Test(arguments: [
        (0.04, "0.0 s"), (4.25, "4.3 s"), (59.94, "59.9 s"), (59.96, "0:59"), (72, "1:12"),
    ])
    func elapsedTimes(seconds: Double, text: String) {
        #expect(Quantity.elapsed(seconds) == text)
    }

    /// 100 % is a complete fraction only.
    @Test(arguments: [
        (0.0, "0 %"), (0.419, "41 %"), (0.9999, "99 %"), (1, "100 %"), (7, "100 %"), (.nan, "0 %"),
        (-1, "0 %"),
    ])
    func percentages(fraction: Double, text: String) {
        #expect(Quantity.percent(fraction) == text)
    }

    @Test func ratesAreRounded() {
        #expect(Quantity.speed(3.94) == "3.9x")
        #expect(Quantity.speed(.infinity) == "-x")
        #expect(Quantity.frameRate(118.6) == "119 frames/s")
        #expect(Quantity.frameRate(.nan) == "0 frames/s")
    }
}
