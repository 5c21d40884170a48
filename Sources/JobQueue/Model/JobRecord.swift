/// A job as the store knows it.
public struct JobRecord: Sendable, Hashable, Identifiable {
    public let id: JobID
    public let tenant: String
    public let key: String
    public let state: JobState
    public let priority: Int
    public let payload: String
    public let webhook: String?
    /// Somebody asked for its end, which has not come yet: what runs of it is being stopped.
    public let isCancelling: Bool
    /// Why its tasks may not run yet.
    public let hold: JobHold
    /// Milliseconds since 1970, as are the other times.
    public let created: Int64
    /// Not before this time.
    public let due: Int64
    public let started: Int64?
    public let finished: Int64?
    /// Share of the expected work that is done, 0...1.
    public let progress: Double
    /// Seconds that are left; `nil` while nothing can be said.
    public let remaining: Double?
    /// What its worker has found out about it, as the worker writes it: kept when the worker dies.
    public let note: String?
    /// What its last task left.
    public let result: String?
    public let failure: TaskFailure?
}

/// A task as the store knows it.
public struct TaskRecord: Sendable, Hashable, Identifiable {
    public let id: Int64
    public let kind: String
    public let state: TaskState
    public let epoch: Int64
    /// Failures that counted.
    public let attempts: Int
    /// How often its worker was gone without a word.
    public let losses: Int
    /// Its crash count: how often it took a worker down that ran nothing beside it.
    public let crashes: Int
    /// It is a suspect: it waits for a worker that runs nothing beside it, or such a worker has it.
    public let isQuarantined: Bool
    /// The worker that has it.
    public let worker: Int64?
    public let progress: Double
    public let due: Int64?
    public let failure: TaskFailure?
}

/// Which jobs to list, the newest first.
public struct JobFilter: Sendable, Hashable {
    public var states: [JobState]
    public var tenant: String?
    /// Only jobs older than this one.
    public var before: JobID?
    public var limit: Int

    public init(
        states: [JobState] = [], tenant: String? = nil, before: JobID? = nil, limit: Int = 100
    ) {
        self.states = states
        self.tenant = tenant
        self.before = before
        self.limit = limit
    }
}
