/// Where a task is; the numbers stand in stores and never change.
public enum TaskState: Int, Sendable, CaseIterable {
    /// Tasks that it needs are not done, or its job is not admitted yet.
    case waiting = 0
    /// A worker may take it.
    case ready = 1
    /// It failed, and becomes ready again at a time.
    case delayed = 2
    /// A worker has it.
    case running = 3
    /// A worker has it and may be giving its result a name right now; only whoever knows what became of that may end it.
    case publishing = 4
    case done = 5
    /// It failed for good.
    case failed = 6
    case cancelled = 7
    /// A suspect: it ran when its worker was lost, and waits for a worker that runs nothing beside it.
    case quarantined = 8

    /// The states of tasks that are not over, which a queue's statistics count.
    public static let unfinished: [TaskState] = [
        .waiting, .ready, .quarantined, .delayed, .running, .publishing,
    ]

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
