public import JobModel
public import JobQueue

/// A job, in the form for clients.
public struct JobView: Sendable {
    public let id: String
    public let status: String
    /// The progress in percent, 0...100; 100 only for a completed job.
    public let progress: Int
    /// The remaining time, in seconds.
    public let eta: Int?
    public let urls: PackageURLs
    public let error: FailurePayload?
    public let tenant: String
    public let priority: Int
    public let upload: String?
    public let output: String?
    public let name: String?
    public let preset: String?
    /// The file names of the captions beside the upload as they were submitted; `nil` if the submission did not record them.
    public let captions: [String]?
    /// Whether cancellation was requested and the job has not ended yet.
    public let cancelRequested: Bool
    /// The codes of warnings (docs/codes.md).
    public let warnings: [String]
    public let created: String
    public let due: String
    public let started: String?
    public let finished: String?

    /// Creates the view of a job whose files have no URLs.
    public init(_ job: JobRecord) { self.init(job, links: PackageLinks()) }

    init(_ job: JobRecord, links: PackageLinks) {
        let payload = JobPayload(job.payload)
        let result = JobResult(job.result)
        id = job.id.text
        status = job.state.name
        progress = Self.percent(job)
        eta = job.state == .processing ? job.remaining.map(Self.seconds) : nil
        urls = links.urls(of: result)
        error = job.state == .failed ? job.failure.map(FailurePayload.init) : nil
        tenant = job.tenant
        priority = job.priority
        upload = payload?.upload
        output = payload?.output
        name = result?.name ?? payload?.name
        preset = payload?.preset.name
        captions = payload?.captions?.map(\.file)
        cancelRequested = job.isCancelRequested
        warnings = result?.warnings ?? []
        created = Timestamp(job.created).text
        due = Timestamp(job.due).text
        started = job.started.map { Timestamp($0).text }
        finished = job.finished.map { Timestamp($0).text }
    }

    /// Returns the progress in whole percent, and 100 only for a completed job.
    static func percent(_ job: JobRecord) -> Int {
        guard job.state != .completed else { return 100 }
        return Int(max(0, min(99, job.progress * 100)))
    }

    private static func seconds(_ remaining: Double) -> Int {
        Int(max(0, min(1e9, remaining)).rounded(.up))
    }
}
