package import MediaUnits

/// Frame times as a container would store them: exact times rounded to its ticks.
package enum SourceTimes {
    /// Ticks of the first frames of a constant rate, the first one at `start` seconds.
    package static func constant(
        _ rate: Rational, count: Int, timeBase: Rational, start: Rational = .zero
    ) -> [Int] {
        (0..<count).map { ((start + rate.inverse * $0) / timeBase).rounded }
    }

    package static let milliseconds = Rational(1, 1000)
}
