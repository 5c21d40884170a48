/// A job's state in the store.
public struct JobRecord: Sendable, Hashable, Identifiable {
    public let id: JobID
    public let tenant: String
    /// The idempotency key.
    public let key: String
    public let state: JobState
    public let priority: Int
    /// The request, which the queue does not read.
    public let payload: String
    /// The URL that events are delivered to.
    public let webhook: String?
    /// Whether cancellation was requested and the job has not ended yet.
    public let isCancelRequested: Bool
    /// Whether the job's tasks may run.
    public let admission: JobAdmission
    /// The time of submission, in milliseconds since 1970.
    public let created: Int64
    /// The time before which no task runs, in milliseconds since 1970.
    public let due: Int64
    /// The time of the first report of a task, in milliseconds since 1970; `nil` before it.
    public let started: Int64?
    /// The time of the job's end, in milliseconds since 1970; `nil` before it.
    public let finished: Int64?
    /// The completed fraction of the expected work, 0...1.
    public let progress: Double
    /// The remaining time, in seconds; `nil` if it is unknown.
    public let remaining: Double?
    /// The note that the job's workers attached; it survives them.
    public let note: String?
    /// The result of the job's last task.
    public let result: String?
    public let failure: TaskFailure?
}

/// A task's state in the store.
public struct TaskRecord: Sendable, Hashable, Identifiable {
    public let id: Int64
    public let kind: String
    public let state: TaskState
    /// A number that increases with each claim: messages with an older one are stale.
    public let fencingToken: Int64
    /// The number of failed attempts.
    public let attempts: Int
    /// The number of times that the task was reclaimed from a worker whose lease expired.
    public let reclaims: Int
    /// The number of workers that the task has taken down while they ran no other task.
    public let crashCount: Int
    /// Whether the task is a suspect: it waits for a worker that runs no other task, or such a worker runs it.
    public let isQuarantined: Bool
    /// The worker that holds the lease.
    public let worker: Int64?
    /// The completed fraction, 0...1.
    public let progress: Double
    /// The time before which the task is not claimed, in milliseconds since 1970; `nil` for none.
    public let due: Int64?
    public let failure: TaskFailure?
}

/// A selection of jobs, listed newest first.
public struct JobFilter: Sendable, Hashable {
    public var states: [JobState]
    public var tenant: String?
    /// The job before which the list starts: only older jobs are listed.
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
