public import MediaUnits
public import VideoCodecs

/// The video track that is used.
public struct VideoInfo: Codable, Hashable, Sendable {
    /// Standard dynamic range, or one of the transfer functions of ITU-R BT.2100.
    public enum DynamicRange: String, Codable, Sendable {
        case sdr, hlg
        case pq = "hdr10"
    }
    /// The stream's index in the container.
    public let stream: Int
    /// libav's name of the codec.
    public let codec: String
    public let profile: String?
    /// The size of decoded frames, in pixels, before rotation.
    public let codedSize: Resolution
    /// The width of a coded pixel by its height.
    public let sampleAspectRatio: Rational
    public let orientation: Orientation
    /// The size as shown, in square pixels, upright.
    public let displaySize: Resolution
    public let pixels: PixelDescription
    public let dynamicRange: DynamicRange
    public let isInterlaced: Bool
    public let frameRate: FrameRateInfo
    public let frameCount: Int
    public let keyframeCount: Int
    /// The time of the first frame, in seconds of the upload's clock.
    public let start: Rational
    /// The end of the last frame, in seconds of the upload's clock.
    public let end: Rational
    /// What frames of it show; `nil` in media info of builds that did not measure it.
    public let content: ContentInfo?

    /// The kind of content; unknown if it was not measured.
    public var contentKind: VideoContent { content?.kind ?? .unknown }

    package init(
        stream: Int,
        codec: String,
        profile: String?,
        codedSize: Resolution,
        sampleAspectRatio: Rational,
        orientation: Orientation,
        displaySize: Resolution,
        pixels: PixelDescription,
        dynamicRange: DynamicRange,
        isInterlaced: Bool,
        frameRate: FrameRateInfo,
        frameCount: Int,
        keyframeCount: Int,
        start: Rational,
        end: Rational,
        content: ContentInfo? = nil
    ) {
        self.stream = stream
        self.codec = codec
        self.profile = profile
        self.codedSize = codedSize
        self.sampleAspectRatio = sampleAspectRatio
        self.orientation = orientation
        self.displaySize = displaySize
        self.pixels = pixels
        self.dynamicRange = dynamicRange
        self.isInterlaced = isInterlaced
        self.frameRate = frameRate
        self.frameCount = frameCount
        self.keyframeCount = keyframeCount
        self.start = start
        self.end = end
        self.content = content
    }
}

/// The frame rate, as measured from the timestamps of the frames.
public struct FrameRateInfo: Codable, Hashable, Sendable {
    /// Frames per second: exact for a constant rate; for a variable one, the common rate nearest to the most frequent gap.
    public let rate: Rational
    public let isConstant: Bool
    /// The number of frames by the duration, in frames per second.
    public let average: Double

    package init(
        rate: Rational,
        isConstant: Bool,
        average: Double
    ) {
        self.rate = rate
        self.isConstant = isConstant
        self.average = average
    }
}
