/// An event of a job, or its progress, in the form for clients.
///
/// The payload is the body of messages to webhooks, the data of the API's event stream, and a line of
/// `queue show --follow --json`.
public struct JobEventPayload: Payload {
    /// The value of `event` for progress.
    public static let progressEvent = "progress"

    /// The event's identifier, which no other event has, also after the queue went back to an earlier state; absent for progress.
    public var id: String?
    /// `queued`, `started`, `published`, `failed`, `cancelled` or `progress`.
    public var event: String
    /// The job's id.
    public var job: String
    /// The time of the event, or of the measurement of progress.
    public var time: Timestamp
    /// A number that is greater than that of every earlier event of the queue; absent for progress, of which only the newest counts.
    public var sequence: Int64?
    /// The completed fraction of the expected work, in whole percent, 0...100; only for progress.
    public var progress: Int?
    /// The remaining time, in seconds; only for progress, where it can be estimated.
    public var eta: Int?
    /// The failure; only for `failed`.
    public var error: FailurePayload?
    /// The package; only for `published`, and only in messages to webhooks.
    public var package: JobResult?
    /// The addresses of the package's files; only for `published`.
    public var urls: PackageURLs?

    public init(
        id: String? = nil, event: String, job: String, time: Timestamp, sequence: Int64? = nil,
        progress: Int? = nil,
        eta: Int? = nil, error: FailurePayload? = nil, package: JobResult? = nil,
        urls: PackageURLs? = nil
    ) {
        self.id = id
        self.event = event
        self.job = job
        self.time = time
        self.sequence = sequence
        self.progress = progress
        self.eta = eta
        self.error = error
        self.package = package
        self.urls = urls
    }
}
