/// Loudness normalization by EBU R 128, with one constant gain for a whole track.
public struct Loudness: Codable, Hashable, Sendable {
    /// The integrated loudness of the whole track, in LUFS (ITU-R BS.1770).
    public let target: Double
    /// The maximum true peak after the gain, in dBTP (ITU-R BS.1770, annex 2).
    public let truePeak: Double

    public init(target: Double = -16, truePeak: Double = -1) {
        self.target = target
        self.truePeak = truePeak
    }
}
