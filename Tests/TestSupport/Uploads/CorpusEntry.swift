import Foundation

/// What the corpus says of one of its files (corpus.json; its README explains the fields).
public struct CorpusEntry: Decodable, Sendable {
    public enum Expectation: String, Decodable, Sendable {
        case accept, reject
        case acceptWithWarning = "accept-with-warning"
    }

    /// A track; only whether there is one matters to the judges.
    public struct Track: Decodable, Sendable {
        public let codec: String?
    }

    public let file: String
    public let expect: Expectation
    /// Other results that are defensible as well.
    public let alsoOK: [Expectation]?
    /// Pixels as shown: rotated, square.
    public let displayWidth: Int?
    public let displayHeight: Int?
    /// Seconds of what a viewer gets; some files' figure begins at 0, others' at the first frame.
    public let duration: Double?
    /// Seconds: the first time stamp of the file.
    public let start: Double?
    public let hdr: String?
    public let interlaced: Bool?
    public let audio: [Track]?
    /// Degrees clockwise that a player turns the picture, and whether it is mirrored.
    public let rotation: Int?
    public let mirrored: Bool?
    /// Of pixels, width to height: `59:54`.
    public let sampleAspectRatio: String?
    public let vfr: Bool?
    /// Sizes that the picture has one after the other.
    public let sizeChanges: [String]?
    public let attachedPictures: [Track]?
    public let hasLocation: Bool?
    /// `hostile` among others.
    public let categories: [String]?
    /// Tracks of subtitles, and captions inside of the pictures.
    public let subtitles: [Track]?

    enum CodingKeys: String, CodingKey {
        case file, expect, hdr, interlaced, audio, rotation, mirrored, vfr, subtitles, categories
        case sampleAspectRatio = "sar"
        case sizeChanges = "size_changes"
        case attachedPictures = "attached_pictures"
        case hasLocation = "has_location"
        case alsoOK = "also_ok"
        case displayWidth = "display_width"
        case displayHeight = "display_height"
        case duration = "duration_s"
        case start = "start_s"
    }

    /// Subtitles that are text, and so become captions.
    public var texts: [Track] {
        (subtitles ?? []).filter { Self.textCodecs.contains($0.codec ?? "") }
    }

    /// By libav's names.
    private static let textCodecs: Set<String> = [
        "text", "subrip", "srt", "webvtt", "mov_text", "ass", "ssa", "eia_608",
    ]

    /// Every result that a good product may give.
    public var allowed: Set<Expectation> { Set([expect] + (alsoOK ?? [])) }
}
