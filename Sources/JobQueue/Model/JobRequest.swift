/// A task to be created, which one worker executes.
///
/// The queue interprets neither kind nor payload.
public struct NewTask: Sendable, Hashable {
    public var kind: String
    /// Text that workers interpret.
    public var payload: String
    /// The expected CPU time, in seconds; fair queueing and a job's progress weigh tasks by it.
    public var cost: Double
    /// Indices, in the same list of tasks, of those that must be completed first.
    public var prerequisites: [Int]

    public init(
        kind: String, payload: String = "", cost: Double = 1, prerequisites: [Int] = []
    ) {
        self.kind = kind
        self.payload = payload
        self.cost = cost
        self.prerequisites = prerequisites
    }
}

/// A job to be submitted.
public struct JobRequest: Sendable, Hashable {
    public static let defaultTenant = "default"
    public static let priorities = -100...100

    /// The tenant that the job belongs to; workers are divided between tenants by weighted fair queueing.
    public var tenant: String
    /// The idempotency key: a second submission with the same tenant and key returns the first job, unless that was cancelled.
    public var key: String
    /// -100...100; jobs of a higher priority run first.
    public var priority: Int
    /// Text that workers interpret.
    public var payload: String
    public var tasks: [NewTask]
    /// The time before which no task runs, in seconds from the submission.
    public var delay: Double
    /// The http or https URL that receives the job's events.
    public var webhook: String?

    public init(
        tenant: String = defaultTenant, key: String, priority: Int = 0, payload: String,
        tasks: [NewTask], delay: Double = 0, webhook: String? = nil
    ) {
        self.tenant = tenant
        self.key = key
        self.priority = priority
        self.payload = payload
        self.tasks = tasks
        self.delay = delay
        self.webhook = webhook
    }
}

/// The outcome of a submission.
public struct SubmittedJob: Sendable {
    public let job: JobRecord
    /// Whether the submission created the job; false if the idempotency key named an existing one.
    public let isNew: Bool
}
