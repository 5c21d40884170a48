/// How loud sound is made, by EBU R 128: one gain for the whole of a track, never one that moves.
public struct Loudness: Codable, Hashable, Sendable {
    /// LUFS of the whole track (integrated loudness, ITU-R BS.1770).
    public let target: Double
    /// dBTP that the gain takes no peak above (true peak, ITU-R BS.1770, annex 2).
    public let truePeak: Double

    public init(target: Double = -16, truePeak: Double = -1) {
        self.target = target
        self.truePeak = truePeak
    }
}
