package import MediaUnits

extension Rational {
    /// Seconds of a number of ticks, to the microsecond.
    package static func seconds(_ ticks: Int, _ timeBase: Rational) -> Rational {
        let microsecond = Rational(1, 1_000_000)
        return Rational(rescale(ticks, from: timeBase, to: microsecond) ?? 0, 1_000_000)
    }

    /// Seconds, rounded up to the nanosecond, as `FrameGrid` compares times: clocks of uploads have no common fraction
    /// that fits.
    package var inNanoseconds: Rational {
        let nanosecond = Rational(1, 1_000_000_000)
        return nanosecond * ticksRoundedUp(of: nanosecond)
    }
}
