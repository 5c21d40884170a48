internal import MediaModel
internal import Packaging
internal import Storage
package import SystemPackage

/// A finished package.
package struct PackageResult: Codable, Hashable, Sendable {
    package let name: String
    package let output: FilePath
    /// The path of the package's folder; below, those of multivariant playlist, poster and manifest.
    package let path: FilePath
    package let playlist: FilePath
    package let poster: FilePath?
    package let manifest: FilePath
    /// The duration, in seconds.
    package let duration: Double
    /// The size of all files but the manifest, in bytes.
    package let bytes: Int
    /// The codes of warnings.
    package let warnings: [String]
    /// The file names of the captions beside the upload that were requested; `nil` if the request left the choice open.
    package let captions: [String]?

    init(_ package: Manifest, of request: PackageRequest) {
        let folder = request.destination.path(of: package.name)
        name = package.name
        func path(_ file: String) -> FilePath {
            folder.appending(FilePath(forMessage: file).components)
        }
        output = request.output
        self.path = folder
        playlist = path(package.playlist)
        poster = package.poster.map(path)
        manifest = path(Manifest.fileName)
        duration = package.duration
        bytes = package.byteCount
        warnings = package.findings.filter { $0.severity != .info }.map(\.code.rawValue)
        captions = request.sidecars?.map(\.file)
    }

    private enum CodingKeys: CodingKey {
        case name, output, path, playlist, poster, manifest, duration, bytes, warnings, captions
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        output = try values.decodePath(forKey: .output)
        path = try values.decodePath(forKey: .path)
        playlist = try values.decodePath(forKey: .playlist)
        poster = try values.decodePathIfPresent(forKey: .poster)
        manifest = try values.decodePath(forKey: .manifest)
        duration = try values.decode(Double.self, forKey: .duration)
        bytes = try values.decode(Int.self, forKey: .bytes)
        warnings = try values.decode([String].self, forKey: .warnings)
        captions = try values.decodeIfPresent([String].self, forKey: .captions)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encodePath(output, forKey: .output)
        try values.encodePath(path, forKey: .path)
        try values.encodePath(playlist, forKey: .playlist)
        try values.encodePathIfPresent(poster, forKey: .poster)
        try values.encodePath(manifest, forKey: .manifest)
        try values.encode(duration, forKey: .duration)
        try values.encode(bytes, forKey: .bytes)
        try values.encode(warnings, forKey: .warnings)
        try values.encodeIfPresent(captions, forKey: .captions)
    }
}
