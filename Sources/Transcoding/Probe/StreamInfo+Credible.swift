internal import LibAV
internal import MediaUnits

extension StreamInfo {
    /// The times, in ticks, that are believed; one outside is as good as none.
    ///
    /// Four months either way: beyond what any recording says, and far below where arithmetic overflows.
    var credibleTicks: ClosedRange<Int> {
        let limit = MediaBounds.ticks(of: timeBase)
        return -limit...limit
    }
}

extension Rational {
    /// Seconds of a number of ticks, to the microsecond.
    static func seconds(_ ticks: Int, _ timeBase: Rational) -> Rational {
        let microsecond = Rational(1, 1_000_000)
        return Rational(rescale(ticks, from: timeBase, to: microsecond) ?? 0, 1_000_000)
    }

    /// Seconds, rounded up to the nanosecond, as `FrameGrid` compares times: clocks of uploads have no common fraction
    /// that fits.
    var inNanoseconds: Rational {
        let nanosecond = Rational(1, 1_000_000_000)
        return nanosecond * ticksRoundedUp(of: nanosecond)
    }
}
