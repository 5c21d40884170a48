internal import MediaModel
internal import MediaUnits

/// Estimation of a frame rate from frame times.
enum FrameRateEstimate {
    /// The rates of cameras, films and screens; a variable rate becomes the nearest of these.
    static let common: [Rational] = [
        Rational(10), Rational(12), Rational(15), Rational(20), Rational(24000, 1001), Rational(24),
        Rational(25), Rational(30000, 1001), Rational(30), Rational(50), Rational(60000, 1001),
        Rational(60),
    ]

    /// Further rates, for constant rates only.
    private static let fast: [Rational] = [
        Rational(48), Rational(90), Rational(100), Rational(120000, 1001), Rational(120),
        Rational(240000, 1001), Rational(240),
    ]

    /// Estimates the frame rate, clamped to `MediaBounds.frameRate`.
    ///
    /// - Parameters:
    ///   - times: The frame times in ticks, ascending, each once.
    ///   - lastDuration: The last frame's duration in ticks, which determines the rate of a single frame.
    ///   - timeBase: The length of a tick, in seconds.
    /// - Returns: The rate, and whether it is constant.
    static func info(times: [Int], lastDuration: Int, timeBase: Rational) -> FrameRateInfo {
        let info = measured(times: times, lastDuration: lastDuration, timeBase: timeBase)
        let bounds = MediaBounds.frameRate
        let rate = min(max(info.rate, bounds.lowerBound), bounds.upperBound)
        return FrameRateInfo(rate: rate, isConstant: info.isConstant, average: info.average)
    }

    private static func measured(
        times: [Int], lastDuration: Int, timeBase: Rational
    ) -> FrameRateInfo {
        guard times.count > 1 else {
            let seconds = timeBase * max(1, lastDuration)
            let rate = nearest(to: 1 / seconds.doubleValue, in: common)
            return FrameRateInfo(rate: rate, isConstant: true, average: 1 / seconds.doubleValue)
        }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        let median = gaps.sorted()[gaps.count / 2]
        let span = times[times.count - 1] - times[0]
        let average = Double(gaps.count) / (timeBase * span).doubleValue
        guard isConstant(gaps, median: median, timeBase: timeBase) else {
            let usual = nearest(to: 1 / (timeBase * median).doubleValue, in: common)
            // Film on DVDs (3:2 pulldown) has two gaps alternately. Either may be the median, and the rate of the
            // longer one would drop every sixth frame.
            let rate =
                average > usual.doubleValue * maximumExcess
                ? nearest(to: average, in: common) : usual
            return FrameRateInfo(rate: rate, isConstant: false, average: average)
        }
        // A missing frame leaves a double gap, which must not lower the rate.
        let steps = gaps.reduce(0) { $0 + max(1, Int((Double($1) / Double(median)).rounded())) }
        let rate = exactRate(
            steps: steps, span: span, usual: usualRate(gaps, median: median, timeBase: timeBase),
            timeBase: timeBase)
        return FrameRateInfo(rate: rate, isConstant: true, average: average)
    }

    /// Returns whether at most 3 % of the gaps differ from the median by over 15 %, and none is over three times as
    /// long.
    ///
    /// A difference of one tick is rounding: 30 frames a second in Matroska's milliseconds are 33, 33, 34.
    private static func isConstant(_ gaps: [Int], median: Int, timeBase: Rational) -> Bool {
        let allowed = max(Double(median) * 0.15, 1)
        let odd = gaps.count { Double(abs($0 - median)) > allowed }
        return Double(odd) <= 0.03 * Double(gaps.count) && gaps.allSatisfy { $0 <= 3 * median }
    }

    /// The largest ratio of the average rate to the rate of the median gap for which the latter is used.
    ///
    /// Chosen above the effect of jitter and below that of 3:2 pulldown, where a sixth of the frames would be dropped.
    private static let maximumExcess = 1.1

    /// Returns the common rate whose gap equals nearly all gaps to the tick.
    private static func usualRate(_ gaps: [Int], median: Int, timeBase: Rational) -> Rational? {
        let rate = (timeBase * median).inverse
        let equal = gaps.count { $0 == median }
        return common.contains(rate) && Double(equal) >= 0.97 * Double(gaps.count) ? rate : nil
    }

    /// Returns the common rate within the measuring tolerance, else the rate of nearly all gaps (the first or last one
    /// may differ), else the simplest fraction within a quarter of a frame of every time.
    private static func exactRate(
        steps: Int, span: Int, usual: Rational?, timeBase: Rational
    ) -> Rational {
        let seconds = (timeBase * span).doubleValue
        let measured = Double(steps) / seconds
        let candidate = nearest(to: measured, in: common + fast)
        // Clocks of phones drift by a few hundred parts per million; both ends are rounded to a tick.
        let tolerance = 0.0006 + timeBase.doubleValue / seconds
        if abs(candidate.doubleValue / measured - 1) <= tolerance { return candidate }
        if let usual { return usual }
        return simplest(near: measured, within: measured * 0.25 / Double(steps))
    }

    private static func nearest(to rate: Double, in rates: [Rational]) -> Rational {
        rates.min { abs($0.doubleValue - rate) < abs($1.doubleValue - rate) } ?? Rational(25)
    }

    /// Returns the first convergent of the continued fraction within the error; its denominator is below 1,000.
    private static func simplest(near value: Double, within error: Double) -> Rational {
        var (previous, current) = ((n: 0, d: 1), (n: 1, d: 0))
        var rest = value
        for _ in 0..<12 {
            let whole = Int(rest)
            let next = (n: whole * current.n + previous.n, d: whole * current.d + previous.d)
            if next.d >= 1_000 { break }
            (previous, current) = (current, next)
            if abs(Double(current.n) / Double(current.d) - value) <= error { break }
            let fraction = rest - Double(whole)
            if fraction < 1e-9 { break }
            rest = 1 / fraction
        }
        return Rational(max(1, current.n), max(1, current.d))
    }
}
