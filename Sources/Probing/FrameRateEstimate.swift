internal import MediaModel
internal import MediaUnits

/// Finds the rate behind a list of frame times.
enum FrameRateEstimate {
    /// Rates that cameras, films and screens have; what a variable rate is snapped to (design: the output frame grid).
    static let common: [Rational] = [
        Rational(10), Rational(12), Rational(15), Rational(20), Rational(24000, 1001), Rational(24),
        Rational(25), Rational(30000, 1001), Rational(30), Rational(50), Rational(60000, 1001),
        Rational(60),
    ]

    /// Faster ones that only a constant rate can have.
    private static let fast: [Rational] = [
        Rational(48), Rational(90), Rational(100), Rational(120000, 1001), Rational(120),
        Rational(240000, 1001), Rational(240),
    ]

    /// The rate behind frame times in ticks, ascending, each once; the last frame's duration tells that of a single one.
    ///
    /// The rate is clamped to `MediaBounds.frameRate`.
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
            // Film on DVDs is shown for three fields and two in turn: either gap is usual, and the longer one would drop
            // every sixth frame.
            let rate =
                average > usual.doubleValue * dropping ? nearest(to: average, in: common) : usual
            return FrameRateInfo(rate: rate, isConstant: false, average: average)
        }
        // A dropped frame leaves a double gap and must not slow the rate down.
        let steps = gaps.reduce(0) { $0 + max(1, Int((Double($1) / Double(median)).rounded())) }
        let rate = exactRate(
            steps: steps, span: span, usual: usualRate(gaps, median: median, timeBase: timeBase),
            timeBase: timeBase)
        return FrameRateInfo(rate: rate, isConstant: true, average: average)
    }

    /// At most 3 % of the gaps are over 15 % off the usual one, none is over three times as long.
    ///
    /// A tick either way is rounding: Matroska's milliseconds show 30 frames a second as 33, 33, 34.
    private static func isConstant(_ gaps: [Int], median: Int, timeBase: Rational) -> Bool {
        let allowed = max(Double(median) * 0.15, 1)
        let odd = gaps.count { Double(abs($0 - median)) > allowed }
        return Double(odd) <= 0.03 * Double(gaps.count) && gaps.allSatisfy { $0 <= 3 * median }
    }

    /// How far frames may be more than their usual gap allows, before those of a variable rate are taken for lost: chosen
    /// above what jitter does, below the sixth of film.
    private static let dropping = 1.1

    /// The common rate whose gap nearly all gaps are, to the tick.
    private static func usualRate(_ gaps: [Int], median: Int, timeBase: Rational) -> Rational? {
        let rate = (timeBase * median).inverse
        let equal = gaps.count { $0 == median }
        return common.contains(rate) && Double(equal) >= 0.97 * Double(gaps.count) ? rate : nil
    }

    /// The common rate that the times allow, then that of nearly all gaps (some files begin or end with an odd one), or
    /// else the simplest fraction that stays within a quarter of a frame of every time.
    private static func exactRate(
        steps: Int, span: Int, usual: Rational?, timeBase: Rational
    ) -> Rational {
        let seconds = (timeBase * span).doubleValue
        let measured = Double(steps) / seconds
        let candidate = nearest(to: measured, in: common + fast)
        // Clocks of phones are off by a few hundred parts in a million; both ends are rounded to a tick.
        let tolerance = 0.0006 + timeBase.doubleValue / seconds
        if abs(candidate.doubleValue / measured - 1) <= tolerance { return candidate }
        if let usual { return usual }
        return simplest(near: measured, within: measured * 0.25 / Double(steps))
    }

    private static func nearest(to rate: Double, in rates: [Rational]) -> Rational {
        rates.min { abs($0.doubleValue - rate) < abs($1.doubleValue - rate) } ?? Rational(25)
    }

    /// The first convergent of the continued fraction that is near enough; its denominator stays below 1,000.
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
