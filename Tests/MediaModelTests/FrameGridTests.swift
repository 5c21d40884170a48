import MediaTestSupport
import MediaUnits
import Testing

@testable import MediaModel

@Suite struct FrameGridTests {
    private func grid(
        _ rate: Rational, source: Rational, timeBase: Rational, start: Rational = .zero,
        count: Int = 3_000
    ) -> FrameGrid {
        FrameGrid(
            rate: rate, frameCount: count, start: start, timeBase: timeBase,
            tolerance: source.inverse / 2)
    }

    /// Rates above the limit are divided by the smallest whole number that fits.
    @Test(arguments: [
        (Rational(60), Rational(30)), (Rational(60000, 1001), Rational(30000, 1001)),
        (Rational(50), Rational(25)), (Rational(240), Rational(30)), (Rational(120), Rational(30)),
        (Rational(48), Rational(24)), (Rational(30), Rational(30)),
        (Rational(24000, 1001), Rational(24000, 1001)), (Rational(31), Rational(31, 2)),
        (Rational(90), Rational(30)), (Rational(100), Rational(25)), (Rational(7), Rational(7)),
    ])
    func outputRateIsSourceRateByWholeNumber(source: Rational, output: Rational) {
        #expect(FrameGrid.rate(for: source, limit: Rational(30)) == output)
    }

    /// Time bases of Matroska (1/1000), QuickTime (1/600) and MPEG (1/90000).
    @Test(
        arguments: [
            Rational(24000, 1001), Rational(24), Rational(25), Rational(30000, 1001),
            Rational(30), Rational(50), Rational(60000, 1001), Rational(60),
        ], [Rational(1, 1000), Rational(1, 600), Rational(1, 90_000)])
    func roundedTimesShowEachFrameOnce(rate: Rational, timeBase: Rational) {
        let start = Rational(1_234, 1_000)
        let times = SourceTimes.constant(rate, count: 3_000, timeBase: timeBase, start: start)
        let grid = grid(rate, source: rate, timeBase: timeBase, start: timeBase * times[0])
        let shown = (0..<3_000).map { grid.source(of: $0, in: times) }
        #expect(shown == Array(0..<3_000))
    }

    @Test(
        arguments: [
            (Rational(60), 2), (Rational(60000, 1001), 2), (Rational(50), 2), (Rational(240), 8),
        ], [Rational(1, 1000), Rational(1, 90_000)])
    func fastSourceIsDividedEvenly(source: (rate: Rational, divisor: Int), timeBase: Rational) {
        let times = SourceTimes.constant(source.rate, count: 4_000, timeBase: timeBase)
        let grid = grid(
            FrameGrid.rate(for: source.rate, limit: Rational(30)), source: source.rate,
            timeBase: timeBase)
        let shown = (0..<500).map { grid.source(of: $0, in: times) }
        #expect(shown == (0..<500).map { $0 * source.divisor })
    }

    /// An hour at 29.97 frames/s.
    @Test func timesDoNotDriftOverAnHour() {
        let rate = Rational(30000, 1001)
        let count = 107_892
        let times = SourceTimes.constant(rate, count: count, timeBase: SourceTimes.milliseconds)
        let grid = grid(rate, source: rate, timeBase: SourceTimes.milliseconds, count: count)
        #expect(grid.source(of: count - 1, in: times) == count - 1)
        #expect(grid.time(of: count) == Rational(count * 1001, 30000))
    }

    /// By definition, frame n shows the last source frame that is due at n / rate.
    @Test func variableRateShowsCurrentFrame() {
        let gaps = [33, 34, 12, 250, 33, 33, 90, 4, 4, 4, 33, 500, 33]
        let times = gaps.reduce(into: [1_000]) { $0.append($0[$0.count - 1] + $1) }
        let rate = Rational(30)
        let tolerance = Rational(1, 60)
        let grid = grid(
            rate, source: rate, timeBase: SourceTimes.milliseconds, start: Rational(1))
        for frame in 0..<40 {
            let due = Rational(1) + rate.inverse * frame + tolerance
            let current = times.lastIndex { Rational($0, 1000) < due } ?? 0
            #expect(grid.source(of: frame, in: times) == current, "frame \(frame)")
        }
    }

    /// Video that starts later than audio.
    @Test func firstFrameIsShownBeforeItsTime() {
        let times = SourceTimes.constant(
            Rational(25), count: 50, timeBase: SourceTimes.milliseconds, start: Rational(2))
        let grid = grid(Rational(25), source: Rational(25), timeBase: SourceTimes.milliseconds)
        let shown = (0..<100).map { grid.source(of: $0, in: times) }
        #expect(shown == Array(repeating: 0, count: 50) + Array(0..<50))
    }

    @Test func lastFrameIsRepeated() {
        let grid = grid(Rational(25), source: Rational(25), timeBase: SourceTimes.milliseconds)
        #expect(grid.source(of: 99, in: [0, 40, 80]) == 2)
    }

    /// If a tick is as long as a frame, the second field lies between two ticks.
    @Test func fieldsAreComparedInHalfTicks() {
        let grid = grid(Rational(50), source: Rational(50), timeBase: Rational(1, 25))
        let half = Rational(1, 50)
        #expect((0..<6).map { grid.threshold($0, tick: half) } == [1, 2, 3, 4, 5, 6])
        #expect((0..<6).map { grid.source(of: $0, in: [0, 1, 2]) } == [0, 0, 1, 1, 2, 2])
    }

    /// Frame-rate converters compare with thresholds; the planner searches for frames.
    @Test func thresholdAgreesWithSourceFrame() {
        let rate = Rational(30000, 1001)
        let times = SourceTimes.constant(rate, count: 200, timeBase: SourceTimes.milliseconds)
        let grid = grid(rate, source: rate, timeBase: SourceTimes.milliseconds)
        for frame in 0..<200 {
            let source = grid.source(of: frame, in: times)
            #expect(times[source] < grid.threshold(frame))
            if source + 1 < times.count { #expect(times[source + 1] >= grid.threshold(frame)) }
        }
    }
}

/// The delay with which frames of the grid show source frames.
@Suite struct FrameGridLagTests {
    private let grid = FrameGrid(
        rate: Rational(25), frameCount: 250, start: Rational(1), timeBase: Rational(1, 90_000),
        tolerance: Rational(1, 50))

    @Test(arguments: [
        (due: 0, lag: 0), (400, 0), (10, -10), (19, -19), (21, 19), (1_021, 19), (1_019, -19),
    ])
    func lagIsThatOfTheNearestFrame(due: Int, lag: Int) {
        let time = Rational(1) + Rational(due, 1_000)
        #expect(grid.lag(of: time) == Rational(lag, 1_000))
        // The same choice as for source frames.
        let ticks = (time * 90_000).rounded
        let shown = (0..<250).first { grid.threshold($0) > ticks }
        #expect(shown.map { grid.time(of: $0) } == Rational(due + lag, 1_000))
    }
}
