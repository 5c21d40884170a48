internal import MediaModel
internal import Packaging
internal import Storage

/// A finished package.
public struct PackageResult: Codable, Hashable, Sendable {
    public let name: String
    public let output: String
    /// The path of the package's folder; below, those of multivariant playlist, poster and manifest.
    public let path: String
    public let playlist: String
    public let poster: String?
    public let manifest: String
    /// In seconds.
    public let duration: Double
    /// The size of all files but the manifest, in bytes.
    public let bytes: Int
    /// The codes of warnings.
    public let warnings: [String]

    init(
        _ package: Manifest, in destination: any PackageDestination, at output: String
    ) {
        let folder = destination.path(of: package.name)
        name = package.name
        self.output = output
        path = folder
        playlist = "\(folder)/\(package.playlist)"
        poster = package.poster.map { "\(folder)/\($0)" }
        manifest = "\(folder)/\(Manifest.fileName)"
        duration = package.duration
        bytes = package.byteCount
        warnings = package.findings.filter { $0.severity != .info }.map(\.code.rawValue)
    }
}
