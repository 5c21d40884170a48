/// A task to be, work that one worker does at a time.
///
/// The queue reads neither kind nor payload.
public struct NewTask: Sendable, Hashable {
    public var kind: String
    /// Text, as the worker understands it.
    public var payload: String
    /// CPU seconds that it is expected to take: what tenants' turns and a job's progress are reckoned by.
    public var cost: Double
    /// Places in the same list of tasks that must be done before this one.
    public var needs: [Int]

    public init(kind: String, payload: String = "", cost: Double = 1, needs: [Int] = []) {
        self.kind = kind
        self.payload = payload
        self.cost = cost
        self.needs = needs
    }
}

/// What a client asks of the queue.
public struct JobRequest: Sendable, Hashable {
    public static let defaultTenant = "default"
    public static let priorities = -100...100

    /// Whose job it is: tenants take turns.
    public var tenant: String
    /// A job of the same tenant and key that is not cancelled is the same job: it is not made again.
    public var key: String
    /// Higher ones first, -100...100.
    public var priority: Int
    /// Text, as the worker understands it.
    public var payload: String
    public var tasks: [NewTask]
    /// Seconds until it may begin.
    public var delay: Double
    /// An http or https address that is told of each event.
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

/// The job of a request.
public struct SubmittedJob: Sendable {
    public let job: JobRecord
    /// False where the tenant's key named a job that was there already.
    public let isNew: Bool
}
