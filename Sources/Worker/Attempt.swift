internal import JobQueue
internal import class Scheduling.OwnedTask

/// The execution of a task or of a publication's resolution.
struct Attempt {
    /// The stage of an attempt's life cycle; `stop` ends a report to the store.
    enum Stage {
        case running
        /// The execution was cancelled because it showed no activity, and may still end.
        case stalled
        /// The execution has ended, and its outcome is reported.
        case reporting(stop: @Sendable () -> Void)
        /// The execution has not ended in time, and the worker reports that it abandons the task.
        case abandoned(stop: @Sendable () -> Void)
        /// The execution has ended while the worker reports that it abandoned the task.
        case ended(stop: @Sendable () -> Void)

        /// Whether the execution is awaited.
        var isExecuting: Bool {
            switch self {
            case .running, .stalled: true
            case .reporting, .abandoned, .ended: false
            }
        }

        /// Ends the report to the store, if there is one.
        func stopReporting() {
            switch self {
            case .running, .stalled: break
            case .reporting(let stop), .abandoned(let stop), .ended(let stop): stop()
            }
        }
    }

    /// The task; `nil` for a publication that another worker started.
    let task: ClaimedTask?
    let start = ContinuousClock.now
    let activity: AttemptActivity
    let lease: AttemptLease
    var execution: OwnedTask<Void>?
    var stage = Stage.running

    init(_ task: ClaimedTask, _ lease: AttemptLease) {
        self.task = task
        self.lease = lease
        activity = AttemptActivity(expecting: task.cost)
    }

    /// Creates an attempt at a publication that is expected to take a number of seconds.
    init(publicationExpecting seconds: Double, _ lease: AttemptLease) {
        task = nil
        self.lease = lease
        activity = AttemptActivity(expecting: seconds)
    }

    /// Cancels the execution, which may change nothing that it shares with others from then on.
    func cancel() {
        lease.revoke()
        execution?.cancel()
    }

    /// The kind of task in metrics and logs.
    var kind: String { task?.kind ?? Self.publication }
    /// The kind of the resolution of a publication.
    static let publication = "publication"
}
