/// The URLs of a package's files; in JSON, fields without a value are `null`.
public struct PackageURLs: Payload {
    /// The URL of the multivariant playlist; `nil` if there is no package.
    public var playlist: String?
    /// The URL of the poster; `nil` if there is none.
    public var poster: String?
    /// The URL of the manifest; `nil` if there is no package.
    public var manifest: String?
    /// The URL of the MP4 file for a download; `nil` if there is none.
    public var download: String?

    public init(playlist: String?, poster: String?, manifest: String?, download: String?) {
        self.playlist = playlist
        self.poster = poster
        self.manifest = manifest
        self.download = download
    }

    private enum Key: String, CodingKey { case playlist, poster, manifest, download }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        playlist = try container.decodeIfPresent(String.self, forKey: .playlist)
        poster = try container.decodeIfPresent(String.self, forKey: .poster)
        manifest = try container.decodeIfPresent(String.self, forKey: .manifest)
        download = try container.decodeIfPresent(String.self, forKey: .download)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(playlist, forKey: .playlist)
        try container.encode(poster, forKey: .poster)
        try container.encode(manifest, forKey: .manifest)
        try container.encode(download, forKey: .download)
    }
}
