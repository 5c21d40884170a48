package import MediaModel
package import MediaUnits
internal import Planning
package import Scheduling

/// The record of everything a run produced: `manifest.json`, documented in docs/manifest.md.
///
/// It holds no path or host name of the machine and no metadata tag of the upload.
package struct Manifest: Codable {
    /// Raised when a reader of the one before would be misled.
    package static let currentSchema = 2

    package struct File: Codable, Hashable {
        /// Below the package, with `/`.
        package let path: String
        package let bytes: Int
        package let sha256: String

        package init(
            path: String,
            bytes: Int,
            sha256: String
        ) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    package struct Rendition: Codable {
        package let kind: String
        package let name: String
        package let playlist: String
        package let codec: String
        package let resolution: Resolution?
        package let frameRate: Rational?
        /// Bits a second that segments were to stay below; of pictures.
        package let ceiling: Int?
        /// Bits a second, measured.
        package let peakBandwidth: Int
        package let averageBandwidth: Int
        /// Of the sound that is in its own segments (MPEG-TS).
        package let audioCodec: String?
        package let segments: Int
        package let bytes: Int
        /// Of sound whose level was measured.
        package let loudness: LoudnessResult?

        package init(
            kind: String,
            name: String,
            playlist: String,
            codec: String,
            resolution: Resolution?,
            frameRate: Rational?,
            ceiling: Int?,
            peakBandwidth: Int,
            averageBandwidth: Int,
            audioCodec: String?,
            segments: Int,
            bytes: Int,
            loudness: LoudnessResult?
        ) {
            self.kind = kind
            self.name = name
            self.playlist = playlist
            self.codec = codec
            self.resolution = resolution
            self.frameRate = frameRate
            self.ceiling = ceiling
            self.peakBandwidth = peakBandwidth
            self.averageBandwidth = averageBandwidth
            self.audioCodec = audioCodec
            self.segments = segments
            self.bytes = bytes
            self.loudness = loudness
        }
    }

    package struct Captions: Codable {
        package let name: String
        package let playlist: String
        package let language: String?
        package let isDefault: Bool
        package let isForced: Bool
        package let isForHearingImpaired: Bool
        package let cueCount: Int
        package let segments: Int
        package let bytes: Int

        package init(
            name: String,
            playlist: String,
            language: String?,
            isDefault: Bool,
            isForced: Bool,
            isForHearingImpaired: Bool,
            cueCount: Int,
            segments: Int,
            bytes: Int
        ) {
            self.name = name
            self.playlist = playlist
            self.language = language
            self.isDefault = isDefault
            self.isForced = isForced
            self.isForHearingImpaired = isForHearingImpaired
            self.cueCount = cueCount
            self.segments = segments
            self.bytes = bytes
        }
    }

    package struct PlanSummary: Codable {
        /// Frames a second, and frames, of the output grid.
        package let frameRate: Rational?
        package let frames: Int
        package let segments: Int
        /// `nil`: the whole upload.
        package var trimRange: TrimmedRange?
        package let rungs: [String]
        package let dropped: [DroppedRung]

        package init(
            frameRate: Rational?,
            frames: Int,
            segments: Int,
            trimRange: TrimmedRange? = nil,
            rungs: [String],
            dropped: [DroppedRung]
        ) {
            self.frameRate = frameRate
            self.frames = frames
            self.segments = segments
            self.trimRange = trimRange
            self.rungs = rungs
            self.dropped = dropped
        }
    }

    package struct Work: Codable {
        package let segments: Int
        /// Segments found from an earlier run.
        package let reused: Int
        package let report: RunReport

        package init(
            segments: Int,
            reused: Int,
            report: RunReport
        ) {
            self.segments = segments
            self.reused = reused
            self.report = report
        }
    }

    package let schema: Int
    package let name: String
    /// Of upload, preset and build: the same key means the same package.
    package let key: String
    package let status: String
    /// Seconds.
    package let duration: Double
    package let preset: String
    package let playlist: String
    package let poster: String?
    package let resolution: Resolution?
    package let upload: MediaInfo
    package let plan: PlanSummary
    package let renditions: [Rendition]
    package let captions: [Captions]
    /// `nil`: none is made.
    package var download: Download?
    package let notices: [MediaFinding]
    /// Of the pictures, where some could not be decoded.
    package let corruptRanges: [CorruptRange]
    package let engine: EngineVersions
    /// Times: the only part that differs between two runs over the same upload.
    package let work: Work
    /// Every other file of the package.
    package let files: [File]

    package init(
        schema: Int,
        name: String,
        key: String,
        status: String,
        duration: Double,
        preset: String,
        playlist: String,
        poster: String?,
        resolution: Resolution?,
        upload: MediaInfo,
        plan: PlanSummary,
        renditions: [Rendition],
        captions: [Captions],
        download: Download? = nil,
        notices: [MediaFinding],
        corruptRanges: [CorruptRange],
        engine: EngineVersions,
        work: Work,
        files: [File]
    ) {
        self.schema = schema
        self.name = name
        self.key = key
        self.status = status
        self.duration = duration
        self.preset = preset
        self.playlist = playlist
        self.poster = poster
        self.resolution = resolution
        self.upload = upload
        self.plan = plan
        self.renditions = renditions
        self.captions = captions
        self.download = download
        self.notices = notices
        self.corruptRanges = corruptRanges
        self.engine = engine
        self.work = work
        self.files = files
    }

    /// Of every file but the manifest.
    package var byteCount: Int { files.reduce(0) { $0 + $1.bytes } }

    package static let fileName = "manifest.json"
    package static let masterName = "master.m3u8"
}
