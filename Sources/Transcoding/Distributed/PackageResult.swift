internal import MediaModel
internal import Packaging
package import Storage

/// A finished package.
package struct PackageResult: Codable, Hashable, Sendable {
    package let name: String
    package let output: Location
    /// The path of the package's folder; below, those of multivariant playlist, poster, manifest and MP4 file.
    package let path: Location
    package let playlist: Location
    package let poster: Location?
    package let manifest: Location
    /// The MP4 file for a download; `nil` if the preset has none.
    package let download: Location?
    /// The duration, in seconds.
    package let duration: Double
    /// The size of all files but the manifest, in bytes.
    package let bytes: Int
    /// The codes of warnings.
    package let warnings: [String]
    /// The file names of the captions beside the upload that were requested; `nil` if the request left the choice open.
    package let captions: [String]?

    init(_ package: Manifest, of request: PackageRequest) {
        let folder = request.output.appending(package.name)
        name = package.name
        let path = folder.appending
        output = request.output
        self.path = folder
        playlist = path(package.playlist)
        poster = package.poster.map(path)
        manifest = path(Manifest.fileName)
        download = (package.download?.file).map(path)
        duration = package.duration
        bytes = package.byteCount
        warnings = package.findings.filter { $0.severity != .info }.map(\.code.rawValue)
        captions = request.sidecars?.map(\.file)
    }
}
