public import MediaUnits

/// The submission of an upload by a client of the API, validated except for media and preset.
public struct UploadSubmission: Sendable, Hashable {
    /// The absolute path of a regular file, or the URL of an object, below the root of uploads; or an https URL.
    public var upload: String
    /// The absolute path of a folder, which may not exist yet, or the URL of a prefix, below the root of outputs.
    public var output: String
    /// The absolute path or the URL of the root of uploads.
    public var uploadRoot: String
    /// The root of outputs, likewise.
    public var outputRoot: String
    /// The name of a preset, never a path; `nil` for the default preset.
    public var preset: String?
    /// The name of a folder, which does not begin with a dot; `nil` for the job's id.
    public var name: String?
    /// Whether the captions beside the upload are left out.
    public var excludesSidecars: Bool
    /// The start of the trim range, in seconds.
    public var from: Rational
    /// The end of the trim range, in seconds, above `from`; `nil` for the upload's end.
    public var to: Rational?
    /// The cue points in addition to those of the preset.
    public var cuePoints: [CuePoint]
    /// -100 to 100, not checked yet.
    public var priority: Int
    /// The tenant that the job belongs to, not checked yet.
    public var tenant: String
    /// The client's own idempotency key, not checked yet; `nil` for one made of the upload's content, preset and output.
    public var key: String?
    /// The URL that gets the job's events.
    public var webhook: String?
    /// The time before which the job does not run, in seconds from its submission.
    public var delay: Double

    public init(
        upload: String, output: String, uploadRoot: String, outputRoot: String, preset: String?,
        name: String?,
        excludesSidecars: Bool = false, from: Rational, to: Rational?,
        cuePoints: [CuePoint] = [], priority: Int,
        tenant: String, key: String?, webhook: String?, delay: Double
    ) {
        self.upload = upload
        self.output = output
        self.uploadRoot = uploadRoot
        self.outputRoot = outputRoot
        self.preset = preset
        self.name = name
        self.excludesSidecars = excludesSidecars
        self.from = from
        self.to = to
        self.cuePoints = cuePoints
        self.priority = priority
        self.tenant = tenant
        self.key = key
        self.webhook = webhook
        self.delay = delay
    }
}
