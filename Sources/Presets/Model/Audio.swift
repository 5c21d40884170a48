public import MediaUnits

/// The encoding of audio, the same for every track of the upload.
public struct Audio: Codable, Hashable, Sendable {
    public let codec: AudioCodec
    /// The maximum number of channels; tracks with more are mixed down, never up.
    public let channels: Int
    /// The sampling rate in samples per second.
    public let sampleRate: Int
    /// The bit rate of all channels together.
    public let bitrate: Bitrate
    /// The maximum number of tracks; further tracks of the upload are left out.
    public let maxTracks: Int
    /// The loudness normalization; `nil` for none.
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
