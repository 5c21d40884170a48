import HLS
import MediaUnits
import Testing

/// RFC 8216, 4.1: the peak is the largest rate of any run lasting 0.5 to 1.5 target durations.
@Suite struct BandwidthTests {
    /// Segments with durations in seconds and sizes in bytes.
    private func segments(_ parts: (seconds: Rational, bytes: Int)...) -> [Segment] {
        parts.map { Segment(uri: "0.m4s", duration: $0.seconds, byteCount: $0.bytes) }
    }

    @Test func peakIsTheHighestSegmentRate() {
        let equal = segments((Rational(6), 3000), (Rational(6), 9000), (Rational(6), 6000))
        #expect(Bandwidth.peak(of: equal, targetDuration: 6) == 12_000)
        #expect(Bandwidth.average(of: equal) == 8000)
    }

    /// The last second alone would be 80 kb/s, but no player downloads it alone.
    @Test func shortLastSegmentCountsOnlyInRuns() {
        let short = segments((Rational(6), 6000), (Rational(1), 10_000))
        #expect(Bandwidth.peak(of: short, targetDuration: 6) == (16_000 * 8 + 6) / 7)
    }

    @Test func runsLastHalfToOneAndAHalfTargetDurations() {
        let half = segments((Rational(6), 6000), (Rational(3), 6000), (Rational(6), 6000))
        #expect(Bandwidth.peak(of: half, targetDuration: 6) == 16_000)
        let less = segments((Rational(6), 6000), (Rational(29, 10), 6000), (Rational(6), 6000))
        // 8.9 s with either neighbor: 12000 bytes.
        #expect(Bandwidth.peak(of: less, targetDuration: 6) == (12_000 * 8 * 10 + 88) / 89)
        // The 1000 bytes of half a second count with its neighbor, if both last at most 9 s.
        let whole = segments((Rational(1, 2), 1000), (Rational(17, 2), 8500))
        #expect(Bandwidth.peak(of: whole, targetDuration: 6) == (9500 * 8 + 8) / 9)
        let more = segments((Rational(51, 100), 1000), (Rational(17, 2), 8500))
        #expect(Bandwidth.peak(of: more, targetDuration: 6) == 8000)
    }

    @Test func shortSegmentsCountInRuns() {
        // 2 s each: runs of 3 to 9 s are two to four of them.
        let short = segments(
            (Rational(2), 100), (Rational(2), 900), (Rational(2), 900), (Rational(2), 100))
        #expect(Bandwidth.peak(of: short, targetDuration: 6) == 3600)
    }

    @Test func withoutRunsThePeakIsTheHighestSegmentRate() {
        #expect(Bandwidth.peak(of: segments((Rational(1, 4), 100)), targetDuration: 1) == 3200)
        let two = segments((Rational(1, 4), 100), (Rational(1, 8), 100))
        #expect(Bandwidth.peak(of: two, targetDuration: 6) == 6400)
    }

    @Test func longSegmentIsARun() {
        let long = segments((Rational(6), 600), (Rational(20), 20_000), (Rational(6), 600))
        #expect(Bandwidth.peak(of: long, targetDuration: 6) == 8000)
    }

    @Test func ratesAreRoundedUp() {
        let third = segments((Rational(3), 1))
        #expect(Bandwidth.peak(of: third, targetDuration: 3) == 3)
        #expect(Bandwidth.average(of: third) == 3)
        #expect(Bandwidth.average(of: segments((Rational(8), 1))) == 1)
    }

    @Test func ratesAreClamped() {
        let shortest = segments((Rational(1, .max), .max), (Rational(1, .max), .max))
        let peak = Bandwidth.peak(of: shortest, targetDuration: 1)
        #expect(peak == 1_000_000_000_000_000)
        #expect(Bandwidth.average(of: shortest) == peak)
    }

    @Test func noSegmentsHaveRateZero() {
        #expect(Bandwidth.peak(of: [], targetDuration: 6) == 0)
        #expect(Bandwidth.average(of: []) == 0)
        #expect(Bandwidth.average(of: segments((.zero, 5))) == 0)
        #expect(Bandwidth.peak(of: segments((.zero, 5)), targetDuration: 0) == 0)
    }

    @Test func largeTimesAndSizesDoNotOverflow() {
        let hour = Segment(
            uri: "0.m4s", duration: Rational(3_599_999_999_999, 1_000_000_000), byteCount: .max)
        let day = Array(repeating: hour, count: 24)
        #expect(Bandwidth.average(of: day) > 0)
        #expect(Bandwidth.peak(of: day, targetDuration: 3600) > 0)
    }
}
