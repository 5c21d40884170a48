package import MediaUnits
package import Presets
package import VideoCodecs

/// What is made of an upload, to the last frame number: `plan` prints it, `run` executes exactly it.
package struct Plan: Codable, Sendable {
    package let container: Container
    /// Bits a second: players start with the variant nearest to it.
    package let startingRate: Int
    /// `nil` for audio only.
    package let video: VideoPlan?
    package let audio: [AudioPlan]
    package let captions: [CaptionPlan]
    /// Seconds.
    package let duration: Rational
    /// `nil`: the whole upload.
    package var trimRange: KeptRange?
    /// `nil`: none is made.
    package var download: DownloadPlan?
    /// Decisions that somebody should know of.
    package let notices: [Notice]

    package init(
        container: Container,
        startingRate: Int,
        video: VideoPlan?,
        audio: [AudioPlan],
        captions: [CaptionPlan],
        duration: Rational,
        trimRange: KeptRange? = nil,
        download: DownloadPlan? = nil,
        notices: [Notice]
    ) {
        self.container = container
        self.startingRate = startingRate
        self.video = video
        self.audio = audio
        self.captions = captions
        self.duration = duration
        self.trimRange = trimRange
        self.download = download
        self.notices = notices
    }

    /// Which sound stands in the pictures' own segments; `nil`: none does.
    ///
    /// Players that take MPEG-TS for want of anything newer know no groups of renditions either (RFC 8216, 7: version 4).
    package var muxedAudio: Int? {
        container == .ts && video != nil ? audio.firstIndex(where: \.isDefault) : nil
    }

    /// Of values that belong to the sounds, those of sounds with segments of their own.
    package func separateAudio<Value>(_ values: [Value]) -> [Value] {
        values.enumerated().filter { $0.offset != muxedAudio }.map(\.element)
    }
}

/// The pictures: one output grid, a ladder of renditions, and the chunks that make them.
package struct VideoPlan: Codable, Sendable {
    package let grid: FrameGrid
    package let source: VideoSource
    /// Frames of the grid between two IDR pictures.
    package let gop: Int
    /// Highest first.
    package let rungs: [RungPlan]
    package let dropped: [DroppedRung]
    package let segments: [SegmentPlan]
    package let chunks: [ChunkPlan]
    package let thumbnails: ThumbnailPlan?

    package init(
        grid: FrameGrid,
        source: VideoSource,
        gop: Int,
        rungs: [RungPlan],
        dropped: [DroppedRung],
        segments: [SegmentPlan],
        chunks: [ChunkPlan],
        thumbnails: ThumbnailPlan?
    ) {
        self.grid = grid
        self.source = source
        self.gop = gop
        self.rungs = rungs
        self.dropped = dropped
        self.segments = segments
        self.chunks = chunks
        self.thumbnails = thumbnails
    }
}

/// A rendition.
package struct RungPlan: Codable, Hashable, Sendable {
    /// `720p`: the short side, which is also the folder's name.
    package let name: String
    package let size: Resolution
    /// Every how many frames of the grid it has one.
    package let divisor: Int
    package let frameRate: Rational
    /// Frames between two IDR pictures.
    package let gop: Int
    /// Ticks a second of its fMP4 track, and ticks of one frame: whole numbers.
    package let timescale: Int
    package let ticksPerFrame: Int
    /// Bits a second that its segments stay below.
    package let ceiling: Int
    /// Bits that a decoder's buffer holds.
    package let buffer: Int
    /// As the rung's codec numbers it: `4.0`.
    package let level: String
    /// The encoder's constant rate factor, where the ceiling does not bind.
    package let crf: Double
    package let codec: VideoCodec
    /// libav's options of the encoder.
    package let options: [String: String]
    /// The rung whose pictures it is scaled from; `nil`: from the source.
    package let scaledFrom: Int?

    package init(
        name: String,
        size: Resolution,
        divisor: Int,
        frameRate: Rational,
        gop: Int,
        timescale: Int,
        ticksPerFrame: Int,
        ceiling: Int,
        buffer: Int,
        level: String,
        crf: Double,
        codec: VideoCodec,
        options: [String: String],
        scaledFrom: Int?
    ) {
        self.name = name
        self.size = size
        self.divisor = divisor
        self.frameRate = frameRate
        self.gop = gop
        self.timescale = timescale
        self.ticksPerFrame = ticksPerFrame
        self.ceiling = ceiling
        self.buffer = buffer
        self.level = level
        self.crf = crf
        self.codec = codec
        self.options = options
        self.scaledFrom = scaledFrom
    }

    /// How many of a number of grid frames it has.
    package func frames(in gridFrames: Int) -> Int { (gridFrames + divisor - 1) / divisor }
}

package struct DroppedRung: Codable, Hashable, Sendable {
    package let name: String
    package let reason: String

    package init(
        name: String,
        reason: String
    ) {
        self.name = name
        self.reason = reason
    }
}

/// A segment, the same in every rung.
package struct SegmentPlan: Codable, Hashable, Sendable {
    package let index: Int
    /// Frames of the grid.
    package let firstFrame: Int
    package let frameCount: Int

    package init(
        index: Int,
        firstFrame: Int,
        frameCount: Int
    ) {
        self.index = index
        self.firstFrame = firstFrame
        self.frameCount = frameCount
    }
    package var frames: Range<Int> { firstFrame..<firstFrame + frameCount }
}

/// What one job decodes once and encodes into every rung: one segment, or neighbors where keyframes are sparse.
package struct ChunkPlan: Codable, Hashable, Sendable {
    package let index: Int
    package let segments: [SegmentPlan]
    /// Where decoding may start, best first; after the last one, and without any, at the beginning.
    package let entries: [Keyframe]
    /// Ticks: the source frames that it must see, in order; empty where packets do not tell.
    package let expected: [Int]
    /// Ticks of the first and the last of them, also where packets do not tell; `nil`: all that there are.
    package var bounds: ClosedRange<Int>?

    package init(
        index: Int,
        segments: [SegmentPlan],
        entries: [Keyframe],
        expected: [Int],
        bounds: ClosedRange<Int>? = nil
    ) {
        self.index = index
        self.segments = segments
        self.entries = entries
        self.expected = expected
        self.bounds = bounds
    }

    package var frames: Range<Int> {
        segments[0].firstFrame..<segments[segments.count - 1].frames.upperBound
    }
}

/// The picture track and how its frames are made presentable.
package struct VideoSource: Codable, Hashable, Sendable {
    package let stream: Int
    package let orientation: Orientation
    /// `nil`: its frames are whole pictures.
    package let deinterlacing: Deinterlacing?
    package let dynamicRange: VideoInfo.DynamicRange
    /// Pixels that a frame may have; larger ones are refused.
    package let maximumPixels: Int
    /// Bytes of a decoded frame, for the memory that decoding takes.
    package let frameBytes: Int
    package let decoderThreads: Int

    package init(
        stream: Int,
        orientation: Orientation,
        deinterlacing: Deinterlacing?,
        dynamicRange: VideoInfo.DynamicRange,
        maximumPixels: Int,
        frameBytes: Int,
        decoderThreads: Int
    ) {
        self.stream = stream
        self.orientation = orientation
        self.deinterlacing = deinterlacing
        self.dynamicRange = dynamicRange
        self.maximumPixels = maximumPixels
        self.frameBytes = frameBytes
        self.decoderThreads = decoderThreads
    }
}

/// What becomes of the two fields of an interlaced frame; the values are those of bwdif's option `mode`.
package enum Deinterlacing: String, Codable, Sendable {
    /// One picture of both.
    case frame = "send_frame"
    /// A picture of each: movement stays as smooth as it was shot.
    case field = "send_field"
}

/// A sound rendition.
package struct AudioPlan: Codable, Hashable, Sendable {
    package let stream: Int
    /// The folder below `audio/`: a language tag or `und`.
    package let name: String
    package let label: String
    package let language: String?
    package let isDefault: Bool
    package let isDescription: Bool
    package let sampleRate: Int
    package let channels: Int
    /// Bits a second.
    package let bitrate: Int
    /// `nil`: samples keep the level that they have.
    package let level: LoudnessTarget?
    /// Seconds of the upload's clock at time 0.
    package let start: Rational
    /// Seconds of that clock from which on it is decoded; `nil`: from the beginning.
    package var entry: Rational?
    package let sampleCount: Int
    /// Sample numbers at which segments start, the first 0.
    package let borders: [Int]

    package init(
        stream: Int,
        name: String,
        label: String,
        language: String?,
        isDefault: Bool,
        isDescription: Bool,
        sampleRate: Int,
        channels: Int,
        bitrate: Int,
        level: LoudnessTarget?,
        start: Rational,
        entry: Rational? = nil,
        sampleCount: Int,
        borders: [Int]
    ) {
        self.stream = stream
        self.name = name
        self.label = label
        self.language = language
        self.isDefault = isDefault
        self.isDescription = isDescription
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitrate = bitrate
        self.level = level
        self.start = start
        self.entry = entry
        self.sampleCount = sampleCount
        self.borders = borders
    }
}

/// Small pictures, taken from frames that are decoded anyway.
package struct ThumbnailPlan: Codable, Hashable, Sendable {
    package let poster: Resolution
    package let tile: Resolution
    /// Seconds between two tiles.
    package let every: Rational
    /// Frames of the grid that become tiles, ascending.
    package let tileFrames: [Int]
    package let columns: Int
    package let rows: Int
    /// Every how many frames of the grid one is looked at as a poster.
    package let candidateStep: Int

    package init(
        poster: Resolution,
        tile: Resolution,
        every: Rational,
        tileFrames: [Int],
        columns: Int,
        rows: Int,
        candidateStep: Int
    ) {
        self.poster = poster
        self.tile = tile
        self.every = every
        self.tileFrames = tileFrames
        self.columns = columns
        self.rows = rows
        self.candidateStep = candidateStep
    }
}
