internal import Foundation

/// How the level of a sound rendition is found: its samples are measured first, then all get one gain.
package struct LoudnessTarget: Codable, Hashable, Sendable {
    /// LUFS that it is brought to; `nil`: as loud as it is.
    package let target: Double?
    /// dBTP that the gain takes no peak above.
    package let ceiling: Double

    package init(
        target: Double?,
        ceiling: Double
    ) {
        self.target = target
        self.ceiling = ceiling
    }

    /// The gain in dB, rounded down to a hundredth.
    ///
    /// Silence has no loudness, and is never amplified.
    package func gain(for measured: MeasuredLoudness) -> Double {
        guard let peak = measured.truePeak else { return 0 }
        let wanted = target.flatMap { target in measured.integrated.map { target - $0 } } ?? 0
        return Self.hundredths(min(wanted, ceiling - peak))
    }

    /// A better gain, where encoding changed what was measured before: coded peaks overshoot by up to a decibel, and noise
    /// loses its highest parts, which count most.
    ///
    /// - Returns: `nil` where the first one was good to `tolerance`.
    package func correction(of gain: Double, heard: MeasuredLoudness) -> Double? {
        guard let peak = heard.truePeak else { return nil }
        let missing = target.flatMap { target in heard.integrated.map { target - $0 } } ?? 0
        // Without a target all that matters is that players do not clip.
        let room = (target == nil ? 0 : ceiling) - peak
        let change = min(missing, room)
        return abs(change) > Self.tolerance ? Self.hundredths(gain + change) : nil
    }

    /// dB: a fifth is far below what is heard, and less than meters of true peaks differ by.
    private static let tolerance = 0.2

    private static func hundredths(_ gain: Double) -> Double {
        (gain * 100).rounded(.down) / 100
    }
}

/// Loudness and peak of a whole track, by ITU-R BS.1770.
package struct MeasuredLoudness: Codable, Hashable, Sendable {
    /// LUFS; `nil` where nothing is above the absolute gate of -70 LUFS, or all is shorter than the 400 ms that are
    /// measured at once.
    package let integrated: Double?
    /// dBTP; `nil` for digital silence.
    package let truePeak: Double?

    package init(
        integrated: Double?,
        truePeak: Double?
    ) {
        self.integrated = integrated
        self.truePeak = truePeak
    }

    package static let absoluteGate = -70.0
}

/// What was measured of a rendition, and done about it.
package struct LoudnessResult: Codable, Hashable, Sendable {
    /// LUFS, of the preset; `nil`: peaks alone were looked at, as tracks were mixed down.
    package let target: Double?
    /// dBTP.
    package let ceiling: Double
    /// On the package's time, mixed down, before the gain.
    package let before: MeasuredLoudness
    /// dB.
    package let gain: Double
    /// As decoded from what was encoded.
    package let after: MeasuredLoudness

    package init(
        target: Double?,
        ceiling: Double,
        before: MeasuredLoudness,
        gain: Double,
        after: MeasuredLoudness
    ) {
        self.target = target
        self.ceiling = ceiling
        self.before = before
        self.gain = gain
        self.after = after
    }

    /// LU that the peaks kept it from; up to 0.5 are as good as none (EBU R 128 allows as much).
    var shortfall: Double? {
        guard let target, let integrated = after.integrated, let peak = after.truePeak else {
            return nil
        }
        let missing = target - integrated
        return missing > 0.5 && peak + missing > ceiling ? missing : nil
    }

    /// What to tell of a rendition that did not get as loud as the preset wants.
    package func notice(_ name: String) -> Notice? {
        guard let target, let shortfall else { return nil }
        return Notice(
            "LOUDNESS_LIMITED", .warning,
            String(
                format: "Its sound (%@) stays %.1f LU below %g LUFS:"
                    + " more gain would take its peaks above %g dBTP.",
                name, shortfall, target, ceiling))
    }
}
