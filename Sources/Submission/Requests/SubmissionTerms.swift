public import JobQueue

/// The scheduling of a job: tenant, priority, delay, idempotency key and webhook.
public struct SubmissionTerms: Sendable, Hashable {
    /// The tenant that the job belongs to.
    public var tenant: String
    /// The client's own idempotency key; `nil` for one made of the upload's content, the preset and the package's path.
    public var key: String?
    /// -100 to 100; jobs of a higher priority run first.
    public var priority: Int
    /// The time before which the job does not run, in seconds from its submission.
    public var delay: Double
    /// The URL that gets the job's events.
    public var webhook: String?

    public init(
        tenant: String = JobRequest.defaultTenant, key: String? = nil, priority: Int = 0,
        delay: Double = 0, webhook: String? = nil
    ) {
        self.tenant = tenant
        self.key = key
        self.priority = priority
        self.delay = delay
        self.webhook = webhook
    }
}
