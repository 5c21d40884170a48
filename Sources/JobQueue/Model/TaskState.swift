/// The state of a task; the numbers are stored and never change.
public enum TaskState: Int, Sendable, CaseIterable {
    /// Prerequisites are not completed, or the job is not admitted.
    case waiting = 0
    /// A worker may claim it.
    case ready = 1
    /// The task failed or was deferred, and becomes ready at its due time.
    case delayed = 2
    /// A worker runs it.
    case running = 3
    /// A worker may be committing its result: the task ends only when the outcome of the publication is known.
    case publishing = 4
    case done = 5
    /// A dead letter: the task failed for the last time.
    case failed = 6
    case cancelled = 7
    /// A suspect: the task ran when its worker's lease expired, and waits for a worker that runs no other task.
    case quarantined = 8

    /// The states of unfinished tasks, which a queue's statistics count.
    public static let unfinished: [TaskState] = [
        .waiting, .ready, .quarantined, .delayed, .running, .publishing,
    ]

    /// The name in JSON and metrics.
    public var name: String {
        switch self {
        case .waiting: "waiting"
        case .ready: "ready"
        case .delayed: "delayed"
        case .running: "running"
        case .publishing: "publishing"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .quarantined: "quarantined"
        }
    }
}
