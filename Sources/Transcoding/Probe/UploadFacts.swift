public import LibAV
public import MediaUnits

/// Everything that was measured about an upload before deciding what to do with it.
public struct UploadFacts: Codable, Hashable, Sendable {
    /// libav's name of the container.
    public let container: String
    public let byteCount: Int
    /// SHA-256 of the whole upload, hexadecimal.
    public let sha256: String
    /// Seconds of the upload's own clock at which its first kept frame or sample is due: time 0 of the package.
    public let start: Rational
    /// Seconds from `start` to the end of the last kept frame or sample.
    public let duration: Rational
    public let video: VideoFacts?
    /// Tracks that are kept, in the container's order.
    public let audio: [AudioFacts]
    /// Text tracks in the container's order, then files beside the upload by name.
    public let captions: [CaptionFacts]
    /// Tracks that are not used, and why.
    public let ignored: [IgnoredTrack]
    public let notices: [Notice]
}

/// The picture track that is used.
public struct VideoFacts: Codable, Hashable, Sendable {
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
    public let frameRate: FrameRateFacts
    public let frameCount: Int
    public let keyframeCount: Int
    /// Seconds of the upload's own clock.
    public let start: Rational
    public let end: Rational
}

/// A sound track that is used.
public struct AudioFacts: Codable, Hashable, Sendable {
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
}

/// A track that is left out.
public struct IgnoredTrack: Codable, Hashable, Sendable {
    public let stream: Int
    public let kind: String
    public let codec: String
    public let reason: String
}

/// What the timestamps of the frames say about their rate.
public struct FrameRateFacts: Codable, Hashable, Sendable {
    /// Frames a second: exact for a constant rate; for a variable one that of the usual gap, snapped to a common rate.
    public let rate: Rational
    public let isConstant: Bool
    /// Frames by seconds, over all.
    public let average: Double
}

/// Facts, and what is too much to print: the frames' times and the captions' texts.
struct ProbedUpload: Codable, Sendable {
    let facts: UploadFacts
    /// Of the picture track; `nil` without one.
    let frames: FrameIndex?
    let captions: [CaptionSource]
}

/// When each frame of the picture track is shown, and where decoding can start.
struct FrameIndex: Sendable {
    /// Seconds of a tick.
    let timeBase: Rational
    /// Ticks, ascending, each once.
    let times: [Int]
    /// Ticks that the last frame is shown.
    let lastDuration: Int
    /// In order of presentation.
    let keyframes: [Keyframe]
    /// False where packets carry no usable times and every decode must start at the beginning.
    let isSeekable: Bool
    /// Packets that show no picture of their own: before the start of an edit, or twice at one time.
    var silentPackets = 0

    var end: Int { (times.last ?? 0) + lastDuration }
}

/// A packet that decoding can start from, and how to know it again after a seek.
struct Keyframe: Codable, Hashable, Sendable {
    /// Ticks; the decode time where the container gives no presentation time.
    let presentationTime: Int
    let decodeTime: Int?
    let fingerprint: UInt64
}
