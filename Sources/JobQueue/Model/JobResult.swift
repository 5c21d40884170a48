internal import Foundation

/// A published package, as the worker that made it wrote it into its job's result and whoever tells clients of it reads it.
///
/// The queue keeps the text and does not look into it.
public struct JobResult: Codable, Sendable, Hashable {
    public let name: String
    /// Whole paths of the package's folder and of files in it.
    public let path: String
    public let playlist: String
    public let poster: String?
    public let manifest: String
    /// Seconds.
    public let duration: Double
    /// Of every file but the manifest.
    public let bytes: Int
    /// Codes.
    public let warnings: [String]

    /// Reads a job's result; `nil` if there is none, or it is of a version that wrote something else.
    public init?(_ json: String?) {
        guard let json,
            let result = try? JSONDecoder().decode(Self.self, from: Data(json.utf8))
        else { return nil }
        self = result
    }
}
