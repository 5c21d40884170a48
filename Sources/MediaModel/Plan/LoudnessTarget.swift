/// The loudness target of an audio rendition: its samples are measured first, then all get one gain.
package struct LoudnessTarget: Codable, Hashable, Sendable {
    /// The target loudness, in LUFS; `nil` if only the peaks are limited.
    package let target: Double?
    /// The highest true peak after the gain, in dBTP.
    package let ceiling: Double

    package init(
        target: Double?,
        ceiling: Double
    ) {
        self.target = target
        self.ceiling = ceiling
    }

    /// Returns the gain for a track, in dB, rounded down to a hundredth.
    ///
    /// Silence has no loudness, and is never amplified.
    package func gain(for measured: MeasuredLoudness) -> Double {
        guard let peak = measured.truePeak else { return 0 }
        let wanted = target.flatMap { target in measured.integrated.map { target - $0 } } ?? 0
        return Self.hundredths(min(wanted, ceiling - peak))
    }

    /// Returns a corrected gain, in dB, for a track whose loudness or peaks changed by encoding.
    ///
    /// Coded peaks overshoot by up to a decibel, and noise loses its high frequencies, which have the largest weight.
    ///
    /// - Parameters:
    ///   - gain: The gain that the track was encoded with, in dB.
    ///   - encoded: The measurement of the decoded result.
    /// - Returns: `nil` if the result is within `tolerance`.
    package func correction(of gain: Double, encoded: MeasuredLoudness) -> Double? {
        guard let peak = encoded.truePeak else { return nil }
        let missing = target.flatMap { target in encoded.integrated.map { target - $0 } } ?? 0
        // Without a target, only clipping in players matters.
        let room = (target == nil ? 0 : ceiling) - peak
        let change = min(missing, room)
        return abs(change) > Self.tolerance ? Self.hundredths(gain + change) : nil
    }

    /// Returns the result of a rendition from its measurements before and after encoding with a gain, in dB.
    package func result(
        before: MeasuredLoudness, gain: Double, after: MeasuredLoudness
    ) -> LoudnessResult {
        LoudnessResult(
            target: target, ceiling: ceiling, before: before, gain: gain, after: after)
    }

    /// The tolerance of the result, in dB; chosen because a fifth is inaudible, and true-peak meters differ by more.
    private static let tolerance = 0.2

    private static func hundredths(_ gain: Double) -> Double {
        (gain * 100).rounded(.down) / 100
    }
}
