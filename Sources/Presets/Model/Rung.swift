public import MediaUnits

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
    /// A raw value of `H264Level` or `HEVCLevel`, such as "4.0".
    ///
    /// It holds 16:9 pictures of the size; wider ones may have to be scaled down to fit it.
    public let level: String
    /// Frames per second; `nil`: as `Video.maxFrameRate`.
    public let maxFrameRate: Rational?

    /// A rung with what is not given filled in.
    ///
    /// Without `bufsize`, it is 1.5 s of `maxrate`; without `level`, the lowest that a 16:9 picture
    /// at `maxFrameRate` (or 30 frames per second) keeps to.
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
        self.level =
            level
            ?? Self.lowestLevel(
                of: codec, size: size, frameRate: maxFrameRate ?? Rational(30), maxrate: maxrate,
                bufsize: self.bufsize, profile: profile)
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

    /// The lowest level of a codec that a 16:9 picture of the rung keeps to, in size, rate and
    /// bits; the highest if there is none.
    static func lowestLevel(
        of codec: VideoCodec, size: Int, frameRate: Rational, maxrate: Bitrate, bufsize: Int,
        profile: Profile
    ) -> String {
        switch codec {
        case .h264:
            lowestLevel(
                size: size, frameRate: frameRate, maxrate: maxrate, bufsize: bufsize,
                profile: profile
            ).rawValue
        case .hevc:
            lowestLevel(size: size, frameRate: frameRate, maxrate: maxrate, bufsize: bufsize)
                .rawValue
        }
    }

    static func lowestLevel(
        size: Int, frameRate: Rational, maxrate: Bitrate, bufsize: Int
    ) -> HEVCLevel {
        HEVCLevel.allCases.first { level in
            level.fits(widescreen(size: size), frameRate: frameRate)
                && maxrate <= level.maxBitrate && bufsize <= level.maxBufferSize
        } ?? .level62
    }

    static func lowestLevel(
        size: Int, frameRate: Rational, maxrate: Bitrate, bufsize: Int, profile: Profile
    ) -> H264Level {
        let lowest = H264Level.lowest(for: widescreen(size: size), frameRate: frameRate)
        return H264Level.allCases.first { level in
            level >= lowest && maxrate <= profile.maxBitrate(at: level)
                && bufsize <= profile.maxBufferSize(at: level)
        } ?? .level52
    }
}
