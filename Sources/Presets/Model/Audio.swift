public import MediaUnits

/// How sound is coded; the same for every track of the upload.
public struct Audio: Codable, Hashable, Sendable {
    public let codec: AudioCodec
    /// Tracks with more channels are mixed down to so many, never up.
    public let channels: Int
    /// Samples per second.
    public let sampleRate: Int
    public let bitrate: Bitrate
    /// Tracks of the upload beyond that many are left out.
    public let maxTracks: Int
    /// `nil`: as loud as it comes.
    public let loudness: Loudness?

    public init(
        codec: AudioCodec = .aac,
        channels: Int = 2,
        sampleRate: Int = 48_000,
        bitrate: Bitrate = .kilobits(128),
        maxTracks: Int = 8,
        loudness: Loudness? = nil
    ) {
        self.codec = codec
        self.channels = channels
        self.sampleRate = sampleRate
        self.bitrate = bitrate
        self.maxTracks = maxTracks
        self.loudness = loudness
    }
}
