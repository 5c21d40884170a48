public import MediaUnits

/// Everything that was measured about an upload before deciding what to do with it.
public struct MediaInfo: Codable, Hashable, Sendable {
    /// libav's name of the container.
    public let container: String
    public let byteCount: Int
    /// SHA-256 of the whole upload, hexadecimal.
    public let sha256: String
    /// Seconds of the upload's own clock at which its first kept frame or sample is due: time 0 of the package.
    public let start: Rational
    /// Seconds from `start` to the end of the last kept frame or sample.
    public let duration: Rational
    public let video: VideoInfo?
    /// Tracks that are kept, in the container's order.
    public let audio: [AudioInfo]
    /// Text tracks in the container's order, then files beside the upload by name.
    public let captions: [CaptionInfo]
    /// Tracks that are not used, and why.
    public let ignored: [IgnoredTrack]
    public let notices: [Notice]

    package init(
        container: String,
        byteCount: Int,
        sha256: String,
        start: Rational,
        duration: Rational,
        video: VideoInfo?,
        audio: [AudioInfo],
        captions: [CaptionInfo],
        ignored: [IgnoredTrack],
        notices: [Notice]
    ) {
        self.container = container
        self.byteCount = byteCount
        self.sha256 = sha256
        self.start = start
        self.duration = duration
        self.video = video
        self.audio = audio
        self.captions = captions
        self.ignored = ignored
        self.notices = notices
    }
}

/// The picture track that is used.
public struct VideoInfo: Codable, Hashable, Sendable {
    public enum DynamicRange: String, Codable, Sendable {
        case sdr, hlg
        case pq = "hdr10"
    }
    /// The stream's number in the container.
    public let stream: Int
    public let codec: String
    public let profile: String?
    /// Pixels as decoded, before rotation.
    public let codedSize: Resolution
    /// Width of a coded pixel by its height.
    public let sampleAspectRatio: Rational
    public let orientation: Orientation
    /// As shown: square pixels, upright.
    public let displaySize: Resolution
    public let pixels: PixelDescription
    public let dynamicRange: DynamicRange
    public let isInterlaced: Bool
    public let frameRate: FrameRateInfo
    public let frameCount: Int
    public let keyframeCount: Int
    /// Seconds of the upload's own clock.
    public let start: Rational
    public let end: Rational

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
        end: Rational
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
    }
}

/// A sound track that is used.
public struct AudioInfo: Codable, Hashable, Sendable {
    public let stream: Int
    public let codec: String
    public let sampleRate: Int
    public let channels: Int
    /// The shortest BCP 47 tag; `nil` if the container says nothing sensible.
    public let language: String?
    public let title: String?
    public let isDefault: Bool
    /// Describes the picture for people who cannot see it.
    public let isDescription: Bool
    /// Seconds of the upload's own clock: the first sample that is heard, the end of the last.
    public let start: Rational
    public let end: Rational

    package init(
        stream: Int,
        codec: String,
        sampleRate: Int,
        channels: Int,
        language: String?,
        title: String?,
        isDefault: Bool,
        isDescription: Bool,
        start: Rational,
        end: Rational
    ) {
        self.stream = stream
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
        self.language = language
        self.title = title
        self.isDefault = isDefault
        self.isDescription = isDescription
        self.start = start
        self.end = end
    }
}

/// A track that is left out.
public struct IgnoredTrack: Codable, Hashable, Sendable {
    public let stream: Int
    public let kind: String
    public let codec: String
    public let reason: String

    package init(
        stream: Int,
        kind: String,
        codec: String,
        reason: String
    ) {
        self.stream = stream
        self.kind = kind
        self.codec = codec
        self.reason = reason
    }
}

/// What the timestamps of the frames say about their rate.
public struct FrameRateInfo: Codable, Hashable, Sendable {
    /// Frames a second: exact for a constant rate; for a variable one that of the usual gap, snapped to a common rate.
    public let rate: Rational
    public let isConstant: Bool
    /// Frames by seconds, over all.
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

/// Facts, and what is too much to print: the frames' times and the captions' texts.
package struct ProbedUpload: Codable, Sendable {
    package let info: MediaInfo
    /// Of the picture track; `nil` without one.
    package let frames: FrameIndex?
    package let captions: [CaptionSource]

    package init(
        info: MediaInfo,
        frames: FrameIndex?,
        captions: [CaptionSource]
    ) {
        self.info = info
        self.frames = frames
        self.captions = captions
    }
}

/// When each frame of the picture track is shown, and where decoding can start.
package struct FrameIndex: Sendable {
    /// Seconds of a tick.
    package let timeBase: Rational
    /// Ticks, ascending, each once.
    package let times: [Int]
    /// Ticks that the last frame is shown.
    package let lastDuration: Int
    /// In order of presentation.
    package let keyframes: [Keyframe]
    /// False where packets carry no usable times and every decode must start at the beginning.
    package let isSeekable: Bool
    /// Packets that show no picture of their own: before the start of an edit, or twice at one time.
    package var silentPackets = 0

    package init(
        timeBase: Rational, times: [Int], lastDuration: Int, keyframes: [Keyframe],
        isSeekable: Bool, silentPackets: Int = 0
    ) {
        self.timeBase = timeBase
        self.times = times
        self.lastDuration = lastDuration
        self.keyframes = keyframes
        self.isSeekable = isSeekable
        self.silentPackets = silentPackets
    }

    package var end: Int { (times.last ?? 0) + lastDuration }
}

/// A packet that decoding can start from, and how to know it again after a seek.
package struct Keyframe: Codable, Hashable, Sendable {
    /// Ticks; the decode time where the container gives no presentation time.
    package let presentationTime: Int
    package let decodeTime: Int?
    package let fingerprint: UInt64

    package init(
        presentationTime: Int,
        decodeTime: Int?,
        fingerprint: UInt64
    ) {
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.fingerprint = fingerprint
    }
}
