internal import MediaModel
internal import Packaging

/// A finished package, for whoever ordered it.
public struct PackageResult: Codable, Hashable, Sendable {
    public let name: String
    public let output: String
    /// Of the package's folder, its multivariant playlist, poster and manifest.
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

    init(_ package: Manifest, in output: String) {
        let folder = "\(output)/\(package.name)"
        name = package.name
        self.output = output
        path = folder
        playlist = "\(folder)/\(package.playlist)"
        poster = package.poster.map { "\(folder)/\($0)" }
        manifest = "\(folder)/\(Manifest.fileName)"
        duration = package.duration
        bytes = package.byteCount
        warnings = package.notices.filter { $0.severity != .info }.map(\.code)
    }
}
