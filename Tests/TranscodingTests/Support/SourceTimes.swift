import MediaUnits

/// Frame times as a container would store them: exact times rounded to its ticks.
enum SourceTimes {
    /// Ticks of the first frames of a constant rate, the first one at `start` seconds.
    static func constant(
        _ rate: Rational, count: Int, timeBase: Rational, start: Rational = .zero
    ) -> [Int] {
        (0..<count).map { ((start + rate.inverse * $0) / timeBase).rounded }
    }

    static let milliseconds = Rational(1, 1000)
}
