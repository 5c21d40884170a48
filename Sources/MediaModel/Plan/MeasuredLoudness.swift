/// The loudness and the true peak of a whole track, by ITU-R BS.1770.
package struct MeasuredLoudness: Codable, Hashable, Sendable {
    /// The integrated loudness, in LUFS.
    ///
    /// The value is `nil` if all of the track is below the absolute threshold, or if the track is shorter than a gating block
    /// of 400 ms.
    package let integrated: Double?
    /// The true peak, in dBTP; `nil` for digital silence.
    package let truePeak: Double?

    package init(
        integrated: Double?,
        truePeak: Double?
    ) {
        self.integrated = integrated
        self.truePeak = truePeak
    }

    /// The absolute threshold of ITU-R BS.1770, in LUFS: quieter blocks do not count.
    package static let absoluteThreshold = -70.0
}
