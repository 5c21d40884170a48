/// A worker's right to a task.
///
/// The right ends when the store gives the task to another worker: the task's fencing token is then greater, and the store
/// rejects every message with this one.
public struct Lease: Sendable, Hashable {
    public let job: JobID
    public let task: Int64
    /// The number that each claim of the task increments.
    public let fencingToken: Int64
    public let worker: Int64

    public init(job: JobID, task: Int64, fencingToken: Int64, worker: Int64) {
        self.job = job
        self.task = task
        self.fencingToken = fencingToken
        self.worker = worker
    }
}

/// A task that a worker has claimed.
public struct ClaimedTask: Sendable, Hashable {
    public let lease: Lease
    public let kind: String
    public let payload: String
    /// The payload of the task's job.
    public let jobPayload: String
    /// The expected CPU time, in seconds.
    public let cost: Double
    /// Whether the task is a suspect: the worker runs no other task beside it.
    public let isAlone: Bool
    /// The number of failed attempts so far.
    public let attempts: Int
    /// The number of times that the job was retried after its files were, or were to be, removed.
    ///
    /// The number distinguishes files that a delayed cleanup may remove from files of the retried job.
    public let generation: Int
}

/// The store's response to a worker that claims a suspect.
public enum SuspectClaim: Sendable, Hashable {
    /// The worker has no suspect to consider and claims other tasks.
    case none
    /// The worker has reserved an overdue suspect of this job: it claims no task until it is idle, and then claims the suspect.
    case reserved(JobID)
    /// The worker runs this task, and no other beside it.
    case claimed(ClaimedTask)
}

/// A publication that a worker started whose lease has expired; the claiming worker determines its outcome.
public struct ClaimedPublication: Sendable, Hashable {
    public let lease: Lease
    /// The record that the first worker stored at the start.
    public let record: String
    /// Whether cancellation of the job was requested: the publication is rolled back if it is not committed.
    public let isCancelRequested: Bool
    /// The generation, as in `ClaimedTask`.
    public let generation: Int
    /// The number of earlier checks that did not determine the outcome.
    public let checks: Int

    init(
        lease: Lease, record: String, isCancelRequested: Bool, generation: Int, checks: Int = 0
    ) {
        self.lease = lease
        self.record = record
        self.isCancelRequested = isCancelRequested
        self.generation = generation
        self.checks = checks
    }
}

/// A worker's description of itself.
///
/// Names need not be unique: each registration creates a worker.
public struct WorkerInfo: Sendable, Hashable, Codable {
    public let name: String
    public let host: String
    public let process: Int
    public let version: String

    public init(name: String, host: String, process: Int, version: String) {
        self.name = name
        self.host = host
        self.process = process
        self.version = version
    }
}

/// The store's response to a heartbeat.
public struct Heartbeat: Sendable, Hashable {
    /// A lease of the worker.
    public struct LeaseStatus: Sendable, Hashable {
        public let lease: Lease
        /// Whether the task's result is no longer needed.
        public let isObsolete: Bool
    }
    /// Whether the worker is registered; if not, its lease has expired and it must register again.
    public let isKnown: Bool
    /// The leases of the worker according to the store.
    public let leases: [LeaseStatus]
}

/// The outcome of a transition.
public enum Transition: Sendable, Hashable {
    /// The store applied it, now or in an earlier call with the same lease whose response was lost.
    case applied
    /// The store rejected it: another worker has claimed the task, or the task has ended.
    case stale
}

/// The outcome of a task's failure.
public enum FailureOutcome: Sendable, Hashable {
    /// The task becomes ready again after this backoff, in seconds.
    case retried(after: Double)
    /// The job has failed.
    case final
    /// The cancellation of the job was requested.
    case cancelled
    /// The store rejected it: another worker has claimed the task, or the task has ended.
    case stale
}

extension FailureOutcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .retried(let seconds):
            "retried in \((seconds * 10).rounded() / 10) s"
        case .final: "job failed"
        case .cancelled: "cancelled"
        case .stale: "stale"
        }
    }
}
