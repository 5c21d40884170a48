internal import Foundation

/// What a published job left: its result in the queue. Paths are below `output`, but for `path`.
public struct JobResult: Codable, Sendable, Hashable {
    /// The package's name.
    public let name: String
    public let output: String
    /// The package's folder, absolute.
    public let path: String
    /// Below the package, as the next two.
    public let playlist: String
    public let poster: String?
    public let manifest: String
    /// Seconds.
    public let duration: Double
    public let bytes: Int
    /// Codes of what somebody should know.
    public let warnings: [String]

    public init(json: String) throws {
        self = try JSONDecoder().decode(JobResult.self, from: Data(json.utf8))
    }

    public init(
        name: String, output: String, path: String, playlist: String, poster: String?,
        manifest: String, duration: Double, bytes: Int, warnings: [String]
    ) {
        self.name = name
        self.output = output
        self.path = path
        self.playlist = playlist
        self.poster = poster
        self.manifest = manifest
        self.duration = duration
        self.bytes = bytes
        self.warnings = warnings
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
