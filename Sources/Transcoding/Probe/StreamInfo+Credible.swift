internal import LibAV
internal import MediaUnits

extension StreamInfo {
    /// The times, in ticks, that are believed; one outside is as good as none.
    ///
    /// Four months either way: beyond what any recording says, and far below where arithmetic overflows.
    var credibleTicks: ClosedRange<Int> {
        let limit = Rational(10_000_000).ticksRoundedUp(of: timeBase)
        return -limit...limit
    }

    /// Seconds of a credible time, to the microsecond: clocks of hostile files have no common fraction that fits.
    func seconds(_ ticks: Int) -> Rational { Rational.seconds(ticks, timeBase) }
}

extension Rational {
    /// Seconds of a number of ticks, to the microsecond.
    static func seconds(_ ticks: Int, _ timeBase: Rational) -> Rational {
        let microsecond = Rational(1, 1_000_000)
        return Rational(rescale(ticks, from: timeBase, to: microsecond) ?? 0, 1_000_000)
    }
}
