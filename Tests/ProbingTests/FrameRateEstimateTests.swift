import MediaTestSupport
import MediaUnits
import Testing

@testable import MediaModel
@testable import Probing

@Suite struct FrameRateEstimateTests {
    private func info(
        _ times: [Int], _ timeBase: Rational, lastDuration: Int = 0
    ) -> FrameRateInfo {
        FrameRateEstimate.info(times: times, lastDuration: lastDuration, timeBase: timeBase)
    }

    @Test(
        arguments: [
            Rational(10), Rational(12), Rational(15), Rational(24000, 1001), Rational(24),
            Rational(25), Rational(30000, 1001), Rational(30), Rational(48), Rational(50),
            Rational(60000, 1001), Rational(60), Rational(120), Rational(240),
        ],
        [Rational(1, 1000), Rational(1, 600), Rational(1, 90_000), Rational(1, 12_800)])
    func constantRateIsExact(rate: Rational, timeBase: Rational) {
        // 240 frames a second do not fit 600 ticks a second: gaps of 2 and 3.
        for seconds in [4, 60] {
            let times = SourceTimes.constant(
                rate, count: (rate * seconds).floor, timeBase: timeBase, start: Rational(17, 10))
            let info = info(times, timeBase)
            #expect(info.isConstant, "\(seconds) s")
            #expect(info.rate == rate, "\(seconds) s")
            #expect(abs(info.average / rate.doubleValue - 1) < 0.01)
        }
    }

    /// A missing frame leaves a double gap, which does not lower the rate.
    @Test(
        arguments: [Rational(30000, 1001), Rational(30), Rational(25), Rational(24000, 1001)],
        [Rational(1, 1000), Rational(1, 600), Rational(1, 90_000)])
    func missingFramesDoNotLowerTheRate(rate: Rational, timeBase: Rational) {
        var times = SourceTimes.constant(rate, count: 600, timeBase: timeBase)
        for index in stride(from: 550, to: 0, by: -50) { times.remove(at: index) }
        let info = info(times, timeBase)
        #expect(info.isConstant)
        #expect(info.rate == rate)
    }

    /// Other rates become the simplest fraction that the times allow.
    @Test(arguments: [
        (Rational(25, 2), Rational(1, 1000)), (Rational(50, 3), Rational(1, 600)),
        (Rational(15, 2), Rational(1, 90_000)), (Rational(75), Rational(1, 90_000)),
        (Rational(1), Rational(1, 1000)), (Rational(144), Rational(1, 90_000)),
    ])
    func uncommonRateIsTheSimplestFraction(rate: Rational, timeBase: Rational) {
        let info = info(
            SourceTimes.constant(rate, count: 200, timeBase: timeBase), timeBase)
        #expect(info.isConstant)
        #expect(info.rate == rate)
    }

    /// Clocks of phones drift by some hundred parts per million.
    @Test(arguments: [29_990, 29_995, 30_010]) func clockDriftIsTolerated(milliframes: Int) {
        let times = SourceTimes.constant(
            Rational(milliframes, 1000), count: 900, timeBase: Rational(1, 90_000))
        let rate = info(times, Rational(1, 90_000)).rate
        #expect(rate == Rational(30))
    }

    /// A rate is variable if more than 3 % of the gaps differ from the median by over 15 %, or one gap is over three
    /// times as long.
    @Test(arguments: [
        (odd: 0, by: 0, isConstant: true), (odd: 3, by: 20, isConstant: true),
        (odd: 4, by: 20, isConstant: false), (odd: 20, by: 14, isConstant: true),
        (odd: 1, by: 200, isConstant: true), (odd: 1, by: 201, isConstant: false),
    ])
    func variableRateIsDetected(odd: Int, by percent: Int, isConstant: Bool) {
        // A hundred gaps of 100 ticks.
        let gaps = (0..<100).map { $0 % 5 == 0 && $0 / 5 < odd ? 100 + percent : 100 }
        let times = gaps.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        #expect(info(times, Rational(1, 3_000)).isConstant == isConstant)
    }

    /// The rate of the median gap becomes the nearest common rate.
    @Test(arguments: [
        (gap: 33, Rational(30)), (34, Rational(30000, 1001)), (17, Rational(60000, 1001)),
        (16, Rational(60)), (41, Rational(24)), (66, Rational(15)), (100, Rational(10)),
        (500, Rational(10)), (4, Rational(60)),
    ])
    func variableRateBecomesACommonRate(gap: Int, rate: Rational) {
        let gaps = (0..<90).map { $0 % 3 == 0 ? gap * 4 : gap }
        let times = gaps.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let info = info(times, SourceTimes.milliseconds)
        #expect(!info.isConstant)
        #expect(info.rate == rate)
    }

    /// Soft telecine: 24 frames a second last three and two of 60 fields alternately; either gap may be the median.
    @Test(arguments: [90, 91, 92, 93]) func softTelecineDropsNoFrames(count: Int) {
        let times = (0..<count).map { $0 / 2 * 7508 + $0 % 2 * 4505 }
        let info = info(times, Rational(1, 90_000))
        #expect(!info.isConstant)
        #expect([Rational(24000, 1001), Rational(30000, 1001)].contains(info.rate))
    }

    /// One different gap does not change the rate of a short clip.
    @Test(arguments: [1, 75, 149]) func oneDifferentGapIsTolerated(index: Int) {
        let times = (0..<150).map { $0 * 512 + ($0 >= index ? 274 : 0) }
        #expect(info(times, Rational(1, 12_800)).rate == Rational(25))
    }

    @Test(arguments: [
        (40, Rational(25)), (33, Rational(30)), (0, Rational(60)), (5_000, Rational(10)),
    ])
    func durationOfSingleFrameDeterminesTheRate(lastDuration: Int, rate: Rational) {
        let info = info([7], SourceTimes.milliseconds, lastDuration: lastDuration)
        #expect(info.isConstant)
        #expect(info.rate == rate)
    }

    @Test(arguments: [Rational(1, 2_147_483_629), Rational(1, 100_000), Rational(3600)])
    func ratesStayWithinBounds(tick: Rational) {
        for times in [[0, 1, 2], [0, 1, 3, 4, 9], [7]] {
            #expect(MediaBounds.frameRate.contains(info(times, tick).rate))
        }
    }

    @Test func missingFramesYieldAConstantRate() {
        #expect(info([], SourceTimes.milliseconds).isConstant)
    }

    @Test func twoFramesDetermineTheRate() {
        #expect(info([0, 40], SourceTimes.milliseconds).rate == Rational(25))
    }
}
