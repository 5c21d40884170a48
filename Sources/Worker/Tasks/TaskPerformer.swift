public import Errors
public import JobQueue
public import Logging

/// Performs tasks for a worker, which knows no media.
public protocol TaskPerformer: Sendable {
    /// The supported kinds of tasks; `nil` for all. Workers of other versions may support others.
    var kinds: Set<String>? { get }

    /// Performs a task; a cancelled call returns within a second.
    ///
    /// - Throws: `TaskError`; `CancellationError`, after which another worker may perform the task.
    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome

    /// Determines the outcome of a publication that another worker started, and commits it; it is rolled back instead if
    /// cancellation was requested and the publication is not committed.
    func resolve(_ publication: ClaimedPublication) async throws -> TaskOutcome

    /// Removes the files of a task whose lease was stale and whose job has ended.
    func removeFiles(of task: ClaimedTask) async

    /// Removes files that no task will use; the worker calls it about every half minute.
    func maintainFiles(_ store: any QueueStore, _ logger: Logger) async throws

    /// Returns the reason why no task should be claimed, as a sentence that is the same for the same reason; `nil` if tasks may
    /// be claimed.
    func obstacle() async -> String?
}

extension TaskPerformer {
    /// Tasks without files need none of it.
    public func maintainFiles(_ store: any QueueStore, _ logger: Logger) async throws {}
}

/// The outcome of a task without an error.
public enum TaskOutcome: Sendable, Hashable {
    /// The task has this result and adds tasks to its job.
    case completed(result: String?, adding: [NewTask] = [])
    /// The task was not started and may be claimed again after a time; the reason is the same text each time.
    case deferred(seconds: Double, reason: String)
    /// The task was rolled back: another worker may perform it, unless the job is cancelled.
    case rolledBack
}

/// The reports of a running task to its worker.
public struct TaskContext: Sendable {
    /// Reports progress; it may be called often and from any thread.
    public let report: @Sendable (TaskProgress) -> Void
    /// Replaces the job's note; it may be called often and from any thread.
    public let note: @Sendable (String) -> Void
    /// Reports activity without progress; it may be called often and from any thread.
    public let recordActivity: @Sendable () -> Void
    /// Announces a step that may show no activity for a number of seconds.
    public let expectDuration: @Sendable (_ seconds: Double) -> Void
    /// Announces the CPU time of the whole task, in seconds, which the queue's estimate is replaced by.
    public let expectCPUTime: @Sendable (_ seconds: Double) -> Void
    /// Reports CPU time that the task has used since the last call, in seconds; it may be called from any thread.
    public let cpuTimeUsed: @Sendable (_ seconds: Double) -> Void
    /// Reports a new artifact, which no earlier attempt has completed.
    public let artifactCompleted: @Sendable () -> Void
    /// Returns whether the task is still this worker's, without a request to the queue.
    ///
    /// It may be called from any thread, and waits while the lease has expired and the queue is unreachable.
    public let isLeaseValid: @Sendable () -> Bool
    /// Stores the record of a publication that is about to be committed.
    ///
    /// Throws `CancellationError` if the lease is stale or the job is cancelled; the package must not be committed then.
    public let beginPublishing: @Sendable (_ record: String) async throws -> Void

    public init(
        report: @escaping @Sendable (TaskProgress) -> Void,
        note: @escaping @Sendable (String) -> Void,
        recordActivity: @escaping @Sendable () -> Void = {},
        expectDuration: @escaping @Sendable (Double) -> Void = { _ in },
        expectCPUTime: @escaping @Sendable (Double) -> Void = { _ in },
        cpuTimeUsed: @escaping @Sendable (Double) -> Void = { _ in },
        artifactCompleted: @escaping @Sendable () -> Void = {},
        isLeaseValid: @escaping @Sendable () -> Bool = { true },
        beginPublishing: @escaping @Sendable (_ record: String) async throws -> Void
    ) {
        self.report = report
        self.note = note
        self.recordActivity = recordActivity
        self.expectDuration = expectDuration
        self.expectCPUTime = expectCPUTime
        self.cpuTimeUsed = cpuTimeUsed
        self.artifactCompleted = artifactCompleted
        self.isLeaseValid = isLeaseValid
        self.beginPublishing = beginPublishing
    }
}

/// The error of a publication whose outcome is unknown: its record is retained for another check.
package struct UnknownPublicationError: CausedError {
    /// The error that left the outcome unknown.
    package let cause: (any Error)?

    package init(cause: (any Error)? = nil) { self.cause = cause }
}

/// The error of a failed task.
public struct TaskError: CodedError {
    /// The code, message and advice that the queue stores.
    public let failure: TaskFailure
    /// Whether the worker's host probably caused the failure.
    public let isHostError: Bool
    /// Whether the process cannot perform tasks any more.
    public let endsWorker: Bool
    /// The error that led to this one.
    public let cause: (any Error)?

    public init(
        _ failure: TaskFailure, isHostError: Bool = false, endsWorker: Bool = false,
        cause: (any Error)? = nil
    ) {
        self.failure = failure
        self.isHostError = isHostError
        self.endsWorker = endsWorker
        self.cause = cause
    }

    public var code: RecordedCode { RecordedCode(failure.code) }
    public var message: String { failure.message }
    public var advice: String { failure.advice }
}
