public import MediaUnits
public import VideoCodecs

/// The settings of all rungs.
public struct Video: Codable, Hashable, Sendable {
    /// The codec of rungs without one.
    public let codec: VideoCodec
    /// The time from one IDR to the next, in seconds; segments begin with an IDR.
    public let gop: Rational
    /// The maximum frame rate in frames per second; the rate of a faster upload is divided by the smallest integer that fits.
    public let maxFrameRate: Rational
    public let encoder: Encoder

    public init(
        codec: VideoCodec = .default,
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
