public import MediaUnits
public import VideoCodecs

/// The settings of one rendition: a size, a quality, and a maximum bit rate.
public struct Rung: Codable, Hashable, Sendable {
    /// The name of the rung and of its folder, safe in a path.
    public let name: String
    public let codec: VideoCodec
    /// The short side in pixels, even, so that a rung suits landscape and portrait.
    public let size: Int
    /// The encoder's constant rate factor, in `VideoCodecModel.qualityRange`; lower is better.
    public let crf: Double
    /// The maximum bit rate, whatever `crf` requires.
    public let maxrate: Bitrate
    /// The size of the decoder's buffer in bits, over which `maxrate` applies.
    public let bufsize: Int
    public let profile: Profile
    /// The maximum level: one of the codec's levels, such as "4.0", that supports 16:9 video of the size; wider video is
    /// scaled down if necessary.
    ///
    /// `nil` leaves the choice to the plan (`LevelRange`).
    public let level: String?
    /// The maximum frame rate in frames per second; `nil` for that of `Video.maxFrameRate`.
    public let maxFrameRate: Rational?

    /// Creates a rung; the defaults of `crf` and `profile` are those of the codec, that of `bufsize` is 1.5 s of `maxrate`.
    public init(
        name: String,
        codec: VideoCodec = .default,
        size: Int,
        crf: Double? = nil,
        maxrate: Bitrate,
        bufsize: Int? = nil,
        profile: Profile? = nil,
        level: String? = nil,
        maxFrameRate: Rational? = nil
    ) {
        self.name = name
        self.codec = codec
        self.size = size
        self.crf = crf ?? codec.model.defaultQuality
        self.maxrate = maxrate
        self.bufsize = bufsize ?? maxrate.bits(in: Self.defaultBuffer)
        self.profile = profile ?? codec.model.defaultProfile
        self.level = level
        self.maxFrameRate = maxFrameRate
    }
}

extension Rung {
    /// Seconds of `maxrate`, chosen because every segment then stayed below `maxrate` (with half of the buffer filled at
    /// first); with 2 s, segments exceeded it by 12 % (measured).
    static let defaultBuffer = Rational(3, 2)

    /// Returns the frame size of 16:9 video with a short side, in pixels, by which levels are chosen.
    static func widescreen(size: Int) -> Resolution {
        Resolution(width: (Rational(size) * Rational(8, 9)).rounded * 2, height: size)
    }
}
