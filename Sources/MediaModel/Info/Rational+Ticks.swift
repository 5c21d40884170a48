package import MediaUnits

extension Rational {
    /// Returns a number of ticks of a time base, in seconds, rounded to the microsecond.
    package static func seconds(_ ticks: Int, _ timeBase: Rational) -> Rational {
        let microsecond = Rational(1, 1_000_000)
        return Rational(rescale(ticks, from: timeBase, to: microsecond) ?? 0, 1_000_000)
    }

    /// The time in seconds, rounded up to the nanosecond, as `FrameGrid` compares times.
    ///
    /// A common fraction of the clocks of an upload may not fit into 64 bits.
    package var inNanoseconds: Rational {
        let nanosecond = Rational(1, 1_000_000_000)
        return nanosecond * ticksRoundedUp(of: nanosecond)
    }
}
