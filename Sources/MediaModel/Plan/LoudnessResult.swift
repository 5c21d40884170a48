internal import Foundation

/// The loudness result of a rendition: its measurements before and after encoding, and the gain.
package struct LoudnessResult: Codable, Hashable, Sendable {
    /// The target loudness of the preset, in LUFS; `nil` if only peaks were limited, after a downmix.
    package let target: Double?
    /// The highest true peak, in dBTP.
    package let ceiling: Double
    /// The measurement before the gain: on the package's time, after the downmix.
    package let before: MeasuredLoudness
    /// The gain, in dB.
    package let gain: Double
    /// The measurement of the decoded rendition.
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

    /// The distance from the target that the peaks cause, in LU; `nil` up to 0.5 LU, which EBU R 128 tolerates.
    var shortfall: Double? {
        guard let target, let integrated = after.integrated, let peak = after.truePeak else {
            return nil
        }
        let missing = target - integrated
        return missing > 0.5 && peak + missing > ceiling ? missing : nil
    }

    /// Returns the finding for a rendition whose peaks limit its loudness; `nil` if it reaches its target.
    package func finding(_ name: String) -> Finding? {
        guard let target, let shortfall else { return nil }
        return Finding(
            .loudnessLimited, .warning,
            String(
                format: "The audio rendition %@ is %.1f LU below %g LUFS:"
                    + " more gain would raise its peaks above %g dBTP.",
                name, shortfall, target, ceiling))
    }
}
