public import MediaUnits
public import VideoCodecs

/// What all rungs have in common.
public struct Video: Codable, Hashable, Sendable {
    public let codec: VideoCodec
    /// Seconds from one IDR to the next; segments are cut at IDRs.
    public let gop: Rational
    /// Frames per second; faster uploads are divided by the smallest whole number that fits.
    public let maxFrameRate: Rational
    public let encoder: Encoder

    public init(
        codec: VideoCodec = .h264,
        gop: Rational = Rational(2),
        maxFrameRate: Rational = Rational(30),
        encoder: Encoder = Encoder()
    ) {
        self.codec = codec
        self.gop = gop
        self.maxFrameRate = maxFrameRate
        self.encoder = encoder
    }
}
