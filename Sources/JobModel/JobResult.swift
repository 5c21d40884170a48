/// The result of a job: the package that a worker published.
///
/// Completed jobs in the queue have it as their `result`, and messages to webhooks as `package`.
public struct JobResult: Payload {
    /// The package's name.
    public var name: String
    /// The absolute path, or the `s3://` URL, of the folder of packages, as those below; absent in messages to webhooks.
    public var output: String?
    /// The absolute path of the package's folder.
    public var path: String
    /// The absolute path of the multivariant playlist.
    public var playlist: String
    /// The absolute path of the poster; `nil` if there is none.
    public var poster: String?
    /// The absolute path of the manifest.
    public var manifest: String
    /// The absolute path of the MP4 file for a download; `nil` if the preset has none.
    public var download: String?
    /// The package's duration, in seconds.
    public var duration: Double
    /// The size of all files but the manifest, in bytes.
    public var bytes: Int
    /// Codes of findings that are warnings or errors (docs/codes.md).
    public var warnings: [String]
    /// The file names of the captions beside the upload as they were submitted; `nil` if the submission did not record them.
    public var captions: [String]?

    public init(
        name: String, output: String?, path: String, playlist: String, poster: String?,
        manifest: String, download: String? = nil, duration: Double, bytes: Int, warnings: [String],
        captions: [String]? = nil
    ) {
        self.name = name
        self.output = output
        self.path = path
        self.playlist = playlist
        self.poster = poster
        self.manifest = manifest
        self.download = download
        self.duration = duration
        self.bytes = bytes
        self.warnings = warnings
        self.captions = captions
    }
}
