package import MediaModel
package import MediaUnits
internal import Planning
package import Scheduling
package import VideoCodecs

/// The record of a package, `manifest.json`, documented in docs/manifest.md.
///
/// A manifest holds no path or name of the host and no metadata tag of the upload.
package struct Manifest: Codable {
    /// The version of the format; raised when a field changes its meaning or disappears.
    package static let currentSchema = 2

    /// A file of the package.
    package struct File: Codable, Hashable {
        /// The path below the package, with `/`.
        package let path: String
        /// The size, in bytes.
        package let bytes: Int
        /// The SHA-256 of the content, in hexadecimal.
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

    /// A video or audio rendition.
    package struct Rendition: Codable {
        /// The kind: `video` or `audio`.
        package let kind: String
        /// The name of the rung or of the audio rendition: `720p`, `en`.
        package let name: String
        /// The path of the media playlist below the package.
        package let playlist: String
        /// The codec string (RFC 6381).
        package let codec: String
        /// The size, in pixels; `nil` for audio.
        package let resolution: Resolution?
        /// The frame rate, in frames per second; `nil` for audio.
        package let frameRate: Rational?
        /// The preset's limit of the peak bit rate, in bits per second; `nil` for audio.
        package let ceiling: Int?
        /// The encoder's constant rate factor; `nil` for audio.
        package let crf: Double?
        /// The operating point of the encoder, such as `balanced`; `nil` for a preset of the encoder and for audio.
        package let point: String?
        /// The bit rate and quality for which a probe encode has chosen the CRF; `nil` without one.
        package let prediction: RatePrediction?
        /// The measured peak (RFC 8216, 4.1), in bits per second.
        package let peakBandwidth: Int
        /// The measured average, in bits per second.
        package let averageBandwidth: Int
        /// The codec string of the audio in the video's segments; `nil` outside of MPEG-TS.
        package let audioCodec: String?
        /// The number of segments.
        package let segments: Int
        /// The size of all segments, in bytes.
        package let bytes: Int
        /// The loudness result; `nil` for audio that is neither mixed down nor has a loudness target.
        package let loudness: LoudnessResult?
        /// The measured quality of video; `nil` if no segment has one.
        package let quality: Quality?

        package init(
            kind: String,
            name: String,
            playlist: String,
            codec: String,
            resolution: Resolution?,
            frameRate: Rational?,
            ceiling: Int?,
            crf: Double? = nil,
            point: String? = nil,
            prediction: RatePrediction? = nil,
            peakBandwidth: Int,
            averageBandwidth: Int,
            audioCodec: String?,
            segments: Int,
            bytes: Int,
            loudness: LoudnessResult?,
            quality: Quality? = nil
        ) {
            self.kind = kind
            self.name = name
            self.playlist = playlist
            self.codec = codec
            self.resolution = resolution
            self.frameRate = frameRate
            self.ceiling = ceiling
            self.crf = crf
            self.point = point
            self.prediction = prediction
            self.peakBandwidth = peakBandwidth
            self.averageBandwidth = averageBandwidth
            self.audioCodec = audioCodec
            self.segments = segments
            self.bytes = bytes
            self.loudness = loudness
            self.quality = quality
        }
    }

    /// A caption track.
    package struct Captions: Codable {
        /// The name of the track: `en`.
        package let name: String
        /// The path of the media playlist below the package.
        package let playlist: String
        /// The language tag (BCP 47); `nil` if unknown.
        package let language: String?
        /// The value of `DEFAULT` in HLS.
        package let isDefault: Bool
        /// The value of `FORCED` in HLS.
        package let isForced: Bool
        /// Whether the captions describe music and sound, for the hearing impaired.
        package let isForHearingImpaired: Bool
        /// The number of caption cues.
        package let cueCount: Int
        /// The number of segments.
        package let segments: Int
        /// The size of all segments, in bytes.
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

    /// The decisions of the plan.
    package struct Plan: Codable {
        /// The frame rate of the output grid, in frames per second; `nil` without video.
        package let frameRate: Rational?
        /// The number of frames of the output grid.
        package let frames: Int
        /// The number of segments.
        package let segments: Int
        /// `nil`: the whole upload.
        package var trimRange: TrimRange?
        /// What one encoder makes; `nil` without video, as in packages of earlier builds.
        package let unit: EncodingUnit?
        /// How well consecutive frames predict each other, which settings of encoders depend on; `nil` as for `unit`.
        package let temporalComplexity: TemporalComplexity?
        package let rungs: [String]
        /// The rungs of the preset that the package does not have, with the reason.
        package let dropped: [DroppedRung]

        package init(
            frameRate: Rational?,
            frames: Int,
            segments: Int,
            trimRange: TrimRange? = nil,
            unit: EncodingUnit? = nil,
            temporalComplexity: TemporalComplexity? = nil,
            rungs: [String],
            dropped: [DroppedRung]
        ) {
            self.frameRate = frameRate
            self.frames = frames
            self.segments = segments
            self.trimRange = trimRange
            self.unit = unit
            self.temporalComplexity = temporalComplexity
            self.rungs = rungs
            self.dropped = dropped
        }
    }

    /// A format that describes the package to players.
    package struct Format: Codable, Hashable, Sendable {
        /// The name of the format, such as `hls`.
        package let name: String
        /// The path, below the package, of the file that players open.
        package let path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// The work of the run that made the package.
    package struct Work: Codable {
        /// The number of segments of all renditions.
        package let segments: Int
        /// The number of segments reused from earlier runs.
        package let reused: Int
        /// The run's jobs and their times.
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

    /// The version of the format: `currentSchema`.
    package let schema: Int
    /// The name of the package.
    package let name: String
    /// The key of upload, preset and build; equal keys mean equal packages.
    package let key: String
    /// The status; always `published`.
    package let status: String
    /// The duration, in seconds.
    package let duration: Double
    /// The name of the preset.
    package let preset: String
    /// The path, below the package, of the file that players open: the multivariant playlist.
    package let playlist: String
    /// The formats in addition to that of `playlist`; `nil` if there are none.
    package var formats: [Format]?
    /// The path of the poster below the package; `nil` if there is none.
    package let poster: String?
    /// The size of the highest rendition, in pixels; `nil` without video.
    package let resolution: Resolution?
    /// The media info of the upload, as measured by the probe.
    package let upload: MediaInfo
    package let plan: Plan
    /// The renditions: video, the highest first, then audio.
    package let renditions: [Rendition]
    /// The caption tracks.
    package let captions: [Captions]
    /// The cue points, in order; `nil` if there are none.
    package var cuePoints: [CuePoint]?
    /// The MP4 download; `nil` if the preset has none.
    package var download: Download?
    package let findings: [Finding]
    /// The ranges of the package whose video could not be decoded.
    package let corruptRanges: [CorruptRange]
    /// The versions of the software that made the package.
    package let engine: EngineVersions
    /// The work of the run; the only field that differs between two runs over the same upload.
    package let work: Work
    /// The files of the package, without the manifest.
    package let files: [File]

    private enum CodingKeys: String, CodingKey {
        case schema, name, key, status, duration, preset, playlist, formats, poster, resolution
        case upload, plan, renditions, captions, cuePoints, download, corruptRanges, engine, work,
            files
        case findings = "notices"
    }

    package init(
        schema: Int,
        name: String,
        key: String,
        status: String,
        duration: Double,
        preset: String,
        playlist: String,
        formats: [Format]? = nil,
        poster: String?,
        resolution: Resolution?,
        upload: MediaInfo,
        plan: Plan,
        renditions: [Rendition],
        captions: [Captions],
        cuePoints: [CuePoint]? = nil,
        download: Download? = nil,
        findings: [Finding],
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
        self.formats = formats
        self.poster = poster
        self.resolution = resolution
        self.upload = upload
        self.plan = plan
        self.renditions = renditions
        self.captions = captions
        self.cuePoints = cuePoints
        self.download = download
        self.findings = findings
        self.corruptRanges = corruptRanges
        self.engine = engine
        self.work = work
        self.files = files
    }

    /// The size of all files without the manifest, in bytes.
    package var byteCount: Int { files.reduce(0) { $0 + $1.bytes } }

    package static let fileName = "manifest.json"
    package static let multivariantName = "master.m3u8"
}
