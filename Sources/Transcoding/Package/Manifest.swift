internal import MediaUnits
internal import Scheduling

/// The record of everything a run produced: `manifest.json`, documented in docs/manifest.md.
///
/// It holds no path or host name of the machine and no metadata tag of the upload.
struct Manifest: Codable {
    /// Raised when a reader of the one before would be misled.
    static let currentSchema = 1

    struct File: Codable, Hashable {
        /// Below the package, with `/`.
        let path: String
        let bytes: Int
        let sha256: String
    }

    struct Rendition: Codable {
        let kind: String
        let name: String
        let playlist: String
        let codec: String
        let resolution: Resolution?
        let frameRate: Rational?
        /// Bits a second that segments were to stay below; of pictures.
        let ceiling: Int?
        /// Bits a second, measured.
        let peakBandwidth: Int
        let averageBandwidth: Int
        /// Of the sound that is in its own segments (MPEG-TS).
        let soundCodec: String?
        let segments: Int
        let bytes: Int
        /// Of sound whose level was measured.
        let loudness: Levelling?
    }

    struct Captions: Codable {
        let name: String
        let playlist: String
        let language: String?
        let isDefault: Bool
        let isForced: Bool
        let isForHearingImpaired: Bool
        let cues: Int
        let segments: Int
        let bytes: Int
    }

    struct PlanSummary: Codable {
        /// Frames a second, and frames, of the output grid.
        let frameRate: Rational?
        let frames: Int
        let segments: Int
        /// `nil`: the whole upload.
        var part: KeptPart?
        let kept: [String]
        let dropped: [DroppedRung]
    }

    struct Work: Codable {
        let segments: Int
        /// Segments found from an earlier run.
        let reused: Int
        let report: RunReport
    }

    let schema: Int
    let name: String
    /// Of upload, preset and build: the same key means the same package.
    let key: String
    let status: String
    /// Seconds.
    let duration: Double
    let preset: String
    let playlist: String
    let poster: String?
    let resolution: Resolution?
    let upload: UploadFacts
    let plan: PlanSummary
    let renditions: [Rendition]
    let captions: [Captions]
    /// `nil`: none is made.
    var download: Download?
    let notices: [Notice]
    /// Of the pictures, where some could not be decoded.
    let damage: [DamagedTime]
    let engine: EngineVersions
    /// Times: the only part that differs between two runs over the same upload.
    let work: Work
    /// Every other file of the package.
    let files: [File]

    /// Of every file but the manifest.
    var byteCount: Int { files.reduce(0) { $0 + $1.bytes } }

    static let fileName = "manifest.json"
    static let masterName = "master.m3u8"
}
