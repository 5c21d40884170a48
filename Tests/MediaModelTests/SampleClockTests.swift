import MediaUnits
import Testing

@testable import MediaModel

@Suite struct SampleClockTests {
    /// The times of packets of equal length, rounded to ticks.
    private static func times(
        _ packet: Int, rate: Int, _ timeBase: Rational, count: Int = 200, start: Int = 7
    ) -> [Int] {
        (0..<count).map { start + (Rational(packet * $0, rate) / timeBase).rounded }
    }

    private static let bases = [
        Rational(1, 1000), Rational(1, 90_000), Rational(1, 44_100), Rational(1, 600),
    ]

    @Test(arguments: bases, [(1024, 44_100), (960, 48_000), (1152, 32_000), (2048, 48_000)])
    func positionsFollowFromRoundedTimes(_ base: Rational, packet: (size: Int, rate: Int)) throws {
        let times = Self.times(packet.size, rate: packet.rate, base)
        let clock = try #require(
            SampleClock(
                of: times, isContinuousPCM: false, timeBase: base, sampleRate: packet.rate))
        #expect(clock.step == packet.size)
        #expect(times.map(clock.position) == times.indices.map { $0 * packet.size })
    }

    @Test func packetsOfPCMMayDiffer() throws {
        let clock = try #require(
            SampleClock(
                of: [5, 1029, 1031, 2000], isContinuousPCM: true, timeBase: Rational(1, 8000),
                sampleRate: 8000))
        #expect(clock.step == 1 && clock.position(of: 1031) == 1026)
    }

    @Test(arguments: bases) func gapHasNoClock(_ base: Rational) {
        var times = Self.times(1024, rate: 44_100, base)
        for index in 100..<200 { times[index] += (Rational(1, 50) / base).rounded }
        #expect(
            SampleClock(
                of: times, isContinuousPCM: false, timeBase: base, sampleRate: 44_100) == nil)
    }

    /// Times of a clock that is a quarter of a percent faster than the samples.
    @Test func driftHasNoClock() {
        let times = Self.times(1024, rate: 44_000, Rational(1, 90_000), count: 5000)
        #expect(
            SampleClock(
                of: times, isContinuousPCM: false, timeBase: Rational(1, 90_000),
                sampleRate: 44_100) == nil)
    }

    @Test func ambiguousTimesHaveNoClock() {
        let base = Rational(1, 100)
        #expect(
            SampleClock(
                of: Self.times(960, rate: 48_000, base), isContinuousPCM: false, timeBase: base,
                sampleRate: 48_000) == nil)
        for times in [[], [3], [3, 3], [5, 3]] {
            #expect(
                SampleClock(
                    of: times, isContinuousPCM: false, timeBase: Rational(1, 1000),
                    sampleRate: 48_000) == nil)
        }
    }

    @Test func positionsThatDoNotFitAreUnknown() throws {
        let clock = SampleClock(
            timeBase: Rational(1), sampleRate: 48_000, start: -5, last: 5, step: 1)
        #expect(clock.position(of: .max) == nil && clock.position(of: .max - 10) == nil)
        #expect(clock.position(of: -6) == -48_000)
    }
}
