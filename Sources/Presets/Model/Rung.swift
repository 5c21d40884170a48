public import MediaUnits
public import VideoCodecs

/// The settings of one rendition: a size, a quality, and a ceiling for its bit rate.
public struct Rung: Codable, Hashable, Sendable {
    /// Safe in a path: the rung's folder bears it.
    public let name: String
    public let codec: VideoCodec
    /// The short side in pixels, so that portrait works; even.
    public let size: Int
    /// Constant rate factor of x264 or x265, 1...51; lower is better.
    public let crf: Double
    /// The ceiling that `crf` may not take the bit rate above.
    public let maxrate: Bitrate
    /// The decoder's buffer in bits, over which `maxrate` holds.
    public let bufsize: Int
    public let profile: Profile
    /// A limit: a raw value of `H264Level` or `HEVCLevel`, such as "4.0", that holds 16:9 pictures of
    /// the size; wider ones may have to be scaled down to fit it.
    ///
    /// `nil`: the plan chooses, as `LevelRange` says.
    public let level: String?
    /// Frames per second; `nil`: as `Video.maxFrameRate`.
    public let maxFrameRate: Rational?

    /// A rung with what is not given filled in.
    ///
    /// Without `bufsize`, it is 1.5 s of `maxrate`.
    public init(
        name: String,
        codec: VideoCodec = .h264,
        size: Int,
        crf: Double = Self.defaultQuality,
        maxrate: Bitrate,
        bufsize: Int? = nil,
        profile: Profile = .high,
        level: String? = nil,
        maxFrameRate: Rational? = nil
    ) {
        self.name = name
        self.codec = codec
        self.size = size
        self.crf = crf
        self.maxrate = maxrate
        self.bufsize = bufsize ?? maxrate.bits(in: Self.defaultBuffer)
        self.profile = profile
        self.level = level
        self.maxFrameRate = maxFrameRate
    }
}

extension Rung {
    /// x264's own default, which few eyes tell from the upload.
    public static let defaultQuality = 23.0

    /// Seconds of `maxrate`: measured to keep every segment below its ceiling (with half of it
    /// filled at first), where 2 s let segments rise 12 % above it.
    static let defaultBuffer = Rational(3, 2)

    /// The size in pixels of a 16:9 picture of that short side, which levels are judged by.
    static func widescreen(size: Int) -> Resolution {
        Resolution(width: (Rational(size) * Rational(8, 9)).rounded * 2, height: size)
    }
}
