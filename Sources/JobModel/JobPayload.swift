/// The request of a job: the package that a worker is to make of an upload.
///
/// It is the `payload` of a job in the queue, written by the submitter.
public struct JobPayload: Payload {
    /// The upload's absolute path, which is the same file for every worker.
    public var upload: String
    /// The SHA-256 of the upload as it was submitted, in hexadecimal; `nil` accepts any content.
    public var sha256: String?
    /// The absolute path of the folder of packages, which all workers share.
    public var output: String
    /// The absolute path of the folder that the client is bound to, below which upload and output must lie when they are used;
    /// `nil` if it is bound to none.
    public var root: String?
    /// The package's name, safe in a URL and as a file's name; `nil` for the job's id.
    public var name: String?
    /// The preset.
    public var preset: PresetText
    /// The part of the upload that is packaged.
    public var trim: TrimRange

    public init(
        upload: String, sha256: String? = nil, output: String, root: String? = nil,
        name: String? = nil, preset: PresetText, trim: TrimRange = TrimRange()
    ) {
        self.upload = upload
        self.sha256 = sha256
        self.output = output
        self.root = root
        self.name = name
        self.preset = preset
        self.trim = trim
    }
}
