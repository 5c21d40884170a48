import Foundation

/// The entry of a file in corpus.json, whose README explains the fields.
public struct CorpusEntry: Decodable, Sendable {
    public enum Expectation: String, Decodable, Sendable {
        case accept, reject
        case acceptWithWarning = "accept-with-warning"
    }

    /// A track.
    public struct Track: Decodable, Sendable {
        public let codec: String?
    }

    public let file: String
    public let expect: Expectation
    /// Other acceptable results.
    public let alsoOK: [Expectation]?
    /// The display size in pixels.
    public let displayWidth: Int?
    public let displayHeight: Int?
    /// The duration in seconds, from 0 or from the first frame.
    public let duration: Double?
    /// The first timestamp of the file, in seconds.
    public let start: Double?
    public let hdr: String?
    public let interlaced: Bool?
    public let audio: [Track]?
    /// The clockwise rotation in degrees, and whether the video is mirrored.
    public let rotation: Int?
    public let mirrored: Bool?
    /// The sample aspect ratio: `59:54`.
    public let sampleAspectRatio: String?
    public let vfr: Bool?
    /// The consecutive sizes of the video.
    public let sizeChanges: [String]?
    public let attachedPictures: [Track]?
    public let hasLocation: Bool?
    /// `hostile` among others.
    public let categories: [String]?
    /// Tracks of subtitles, and closed captions.
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

    /// Text tracks, which become captions.
    public var texts: [Track] {
        (subtitles ?? []).filter { Self.textCodecs.contains($0.codec ?? "") }
    }

    /// The name in libav.
    private static let textCodecs: Set<String> = [
        "text", "subrip", "srt", "webvtt", "mov_text", "ass", "ssa", "eia_608",
    ]

    /// All acceptable results.
    public var allowed: Set<Expectation> { Set([expect] + (alsoOK ?? [])) }
}
