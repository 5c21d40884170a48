/// The right to work on a task, until another worker gets it: its epoch has then moved on, and the store refuses this one.
public struct Lease: Sendable, Hashable {
    public let job: JobID
    public let task: Int64
    /// The fencing token: each claim of the task raises it.
    public let epoch: Int64
    public let worker: Int64

    public init(job: JobID, task: Int64, epoch: Int64, worker: Int64) {
        self.job = job
        self.task = task
        self.epoch = epoch
        self.worker = worker
    }
}

/// A task that a worker has got.
public struct ClaimedTask: Sendable, Hashable {
    public let lease: Lease
    public let kind: String
    public let payload: String
    /// The job's.
    public let jobPayload: String
    /// CPU seconds that it is expected to take.
    public let cost: Double
    /// It is a suspect: its worker runs nothing beside it.
    public let isAlone: Bool
    /// Failures that counted so far.
    public let attempts: Int
    /// How often its job was retried after what it had left was to be removed, or had been.
    ///
    /// So what a late removal may take is told from what the retried job makes.
    public let generation: Int
}

/// What a worker that asks for suspects should do.
public enum SuspectClaim: Sendable, Hashable {
    /// No suspect concerns it: it claims other tasks.
    case none
    /// A suspect of this job has waited for long: the worker claims nothing until it is idle, and then asks again.
    case reserved(JobID)
    /// It runs this task, and nothing beside it.
    case claimed(ClaimedTask)
}

/// A publication that was begun and whose worker is gone: whoever gets it finds out what became of it.
public struct ClaimedPublication: Sendable, Hashable {
    public let lease: Lease
    /// What the lost worker recorded when it began.
    public let record: String
    /// Somebody wants the job's end: undo the publication if there is still time.
    public let isCancelling: Bool
    /// As a claimed task has it.
    public let generation: Int
}

/// A worker, as it introduces itself.
///
/// Names need not differ: each registration is a worker of its own.
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

/// What a worker learns when it says that it lives.
public struct Heartbeat: Sendable, Hashable {
    public struct Held: Sendable, Hashable {
        public let lease: Lease
        /// Nobody needs the task's result any more.
        public let isUnwanted: Bool
    }
    /// False if the worker was given up: its tasks are others' by now, and it must register anew.
    public let isKnown: Bool
    /// What the store thinks that this worker has.
    public let held: [Held]
}

/// What became of a transition.
public enum Transition: Sendable, Hashable {
    /// Made, now or by an earlier call of the same lease whose answer was lost.
    case made
    /// Refused: the task is another's by now, or ended.
    case stale
}

/// What became of a task that failed.
public enum FailureOutcome: Sendable, Hashable {
    /// It becomes ready again after some seconds.
    case retried(after: Double)
    /// Its job has failed.
    case final
    /// Its job was being cancelled.
    case cancelled
    case stale
}

extension FailureOutcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .retried(let seconds):
            "tried again in \((seconds * 10).rounded() / 10) s"
        case .final: "the job has failed"
        case .cancelled: "cancelled"
        case .stale: "stale"
        }
    }
}
