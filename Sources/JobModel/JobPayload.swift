public import MediaUnits

/// The request of a job: the package to be made from an upload.
///
/// Submitters write it as the `payload` of a job in the queue.
public struct JobPayload: Payload {
    /// The upload's absolute path, which is the same file for every worker, or its URL; the stored URL of a web server has no query.
    public var upload: String
    /// The query of the upload's URL, encrypted by `SecretKeys`; `nil` for an upload without one.
    public var uploadQuery: String?
    /// The SHA-256 of the upload as it was submitted, in hexadecimal; `nil` accepts any content.
    public var sha256: String?
    /// The identity of a remote upload as it was submitted: its URL, version or ETag, and size; `nil` accepts any.
    public var contentIdentity: String?
    /// The caption files beside the upload as they were submitted, which are the only ones to use; `nil` for those that are there when
    /// the upload is processed.
    public var captions: [SidecarPayload]?
    /// The absolute path of the folder of packages, on storage that all workers share.
    public var output: String
    /// The absolute path, or the URL, of the folder or prefix that the output must lie below; `nil` for no restriction.
    ///
    /// It applies whenever the output is used, and to the upload, unless that has a root of its own. With a root, the web server of
    /// an upload must have a public address.
    public var root: String?
    /// The root of the upload, likewise, if it is not that of the output.
    public var uploadRoot: String?
    /// The package's name, safe in a URL and as a file's name; `nil` for the job's id.
    public var name: String?
    /// The preset.
    public var preset: PresetText
    /// The trim range.
    public var trim: TrimRangePayload
    /// The cue points in addition to those of the preset; `nil` for none.
    public var cuePoints: [CuePoint]?

    public init(
        upload: String, uploadQuery: String? = nil, sha256: String? = nil,
        contentIdentity: String? = nil,
        captions: [SidecarPayload]? = nil, output: String, root: String? = nil,
        uploadRoot: String? = nil, name: String? = nil, preset: PresetText,
        trim: TrimRangePayload = TrimRangePayload(), cuePoints: [CuePoint] = []
    ) {
        self.upload = upload
        self.uploadQuery = uploadQuery
        self.sha256 = sha256
        self.contentIdentity = contentIdentity
        self.captions = captions
        self.output = output
        self.root = root
        self.uploadRoot = uploadRoot
        self.name = name
        self.preset = preset
        self.trim = trim
        self.cuePoints = cuePoints.isEmpty ? nil : cuePoints
    }
}
