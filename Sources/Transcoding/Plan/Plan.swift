internal import MediaUnits
internal import Presets

/// What is made of an upload, to the last frame number: `plan` prints it, `run` executes exactly it.
struct Plan: Codable, Sendable {
    let container: Container
    /// Bits a second: players start with the variant nearest to it.
    let startingRate: Int
    /// `nil` for audio only.
    let video: VideoPlan?
    let audio: [AudioPlan]
    let captions: [CaptionPlan]
    /// Seconds.
    let duration: Rational
    /// `nil`: the whole upload.
    var part: KeptPart?
    /// `nil`: none is made.
    var download: DownloadPlan?
    /// Decisions that somebody should know of.
    let notices: [Notice]

    /// Which sound stands in the pictures' own segments; `nil`: none does.
    ///
    /// Players that take MPEG-TS for want of anything newer know no groups of renditions either (RFC 8216, 7: version 4).
    var muxedSound: Int? {
        container == .ts && video != nil ? audio.firstIndex(where: \.isDefault) : nil
    }

    /// Of values that belong to the sounds, those of sounds with segments of their own.
    func separateAudio<Value>(_ values: [Value]) -> [Value] {
        values.enumerated().filter { $0.offset != muxedSound }.map(\.element)
    }
}

/// The pictures: one output grid, a ladder of renditions, and the nodes that make them.
struct VideoPlan: Codable, Sendable {
    let grid: FrameGrid
    let source: PictureSource
    /// Frames of the grid between two IDR pictures.
    let gop: Int
    /// Highest first.
    let rungs: [RungPlan]
    let dropped: [DroppedRung]
    let segments: [SegmentPlan]
    let nodes: [NodePlan]
    let thumbnails: ThumbnailPlan?
}

/// A rendition.
struct RungPlan: Codable, Hashable, Sendable {
    /// `720p`: the short side, which is also the folder's name.
    let name: String
    let size: Resolution
    /// Every how many frames of the grid it has one.
    let divisor: Int
    let frameRate: Rational
    /// Frames between two IDR pictures.
    let gop: Int
    /// Ticks a second of its fMP4 track, and ticks of one frame: whole numbers.
    let timescale: Int
    let ticksPerFrame: Int
    /// Bits a second that its segments stay below.
    let ceiling: Int
    /// Bits that a decoder's buffer holds.
    let buffer: Int
    /// As the rung's codec numbers it: `4.0`.
    let level: String
    /// The encoder's constant rate factor, where the ceiling does not bind.
    let crf: Double
    /// libav's name of the encoder.
    let encoder: String
    let options: [String: String]
    /// The rung whose pictures it is scaled from; `nil`: from the source.
    let scaledFrom: Int?

    var isHEVC: Bool { encoder == "libx265" }

    /// How many of a number of grid frames it has.
    func frames(in gridFrames: Int) -> Int { (gridFrames + divisor - 1) / divisor }
}

struct DroppedRung: Codable, Hashable, Sendable {
    let name: String
    let reason: String
}

/// A segment, the same in every rung.
struct SegmentPlan: Codable, Hashable, Sendable {
    let index: Int
    /// Frames of the grid.
    let firstFrame: Int
    let frameCount: Int
    var frames: Range<Int> { firstFrame..<firstFrame + frameCount }
}

/// What one job decodes once and encodes into every rung: one segment, or neighbours where keyframes are sparse.
struct NodePlan: Codable, Hashable, Sendable {
    let index: Int
    let segments: [SegmentPlan]
    /// Where decoding may start, best first; after the last one, and without any, at the beginning.
    let entries: [Keyframe]
    /// Ticks: the source frames that it must see, in order; empty where packets do not tell.
    let expected: [Int]
    /// Ticks of the first and the last of them, also where packets do not tell; `nil`: all that there are.
    var bounds: ClosedRange<Int>?

    var frames: Range<Int> {
        segments[0].firstFrame..<segments[segments.count - 1].frames.upperBound
    }
}

/// The picture track and how its frames are made presentable.
struct PictureSource: Codable, Hashable, Sendable {
    let stream: Int
    let orientation: Orientation
    /// `nil`: its frames are whole pictures.
    let deinterlacing: Deinterlacing?
    let dynamicRange: VideoFacts.DynamicRange
    /// Pixels that a frame may have; larger ones are refused.
    let maximumPixels: Int
    /// Bytes of a decoded frame, for the memory that decoding takes.
    let frameBytes: Int
    let decoderThreads: Int
}

/// What becomes of the two fields of an interlaced frame; the values are those of bwdif's option `mode`.
enum Deinterlacing: String, Codable, Sendable {
    /// One picture of both.
    case frame = "send_frame"
    /// A picture of each: movement stays as smooth as it was shot.
    case field = "send_field"
}

/// A sound rendition.
struct AudioPlan: Codable, Hashable, Sendable {
    let stream: Int
    /// The folder below `audio/`: a language tag or `und`.
    let name: String
    let label: String
    let language: String?
    let isDefault: Bool
    let isDescription: Bool
    let sampleRate: Int
    let channels: Int
    /// Bits a second.
    let bitrate: Int
    /// `nil`: samples keep the level that they have.
    let level: LevelPlan?
    /// Seconds of the upload's clock at time 0.
    let start: Rational
    /// Seconds of that clock from which on it is decoded; `nil`: from the beginning.
    var entry: Rational?
    let sampleCount: Int
    /// Sample numbers at which segments start, the first 0.
    let borders: [Int]
}

/// Small pictures, taken from frames that are decoded anyway.
struct ThumbnailPlan: Codable, Hashable, Sendable {
    let poster: Resolution
    let tile: Resolution
    /// Seconds between two tiles.
    let every: Rational
    /// Frames of the grid that become tiles, ascending.
    let tileFrames: [Int]
    let columns: Int
    let rows: Int
    /// Every how many frames of the grid one is looked at as a poster.
    let candidateStep: Int
}
