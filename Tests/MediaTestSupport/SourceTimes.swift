package import MediaUnits

/// Frame times as stored in a container: exact times rounded to ticks.
package enum SourceTimes {
    /// Returns the ticks of frames of a constant rate, the first one at `start` seconds.
    package static func constant(
        _ rate: Rational, count: Int, timeBase: Rational, start: Rational = .zero
    ) -> [Int] {
        (0..<count).map { ((start + rate.inverse * $0) / timeBase).rounded }
    }

    package static let milliseconds = Rational(1, 1000)
}
