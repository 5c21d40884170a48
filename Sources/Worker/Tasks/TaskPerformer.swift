public import JobQueue

/// Does tasks; what a worker needs to know of media.
public protocol TaskPerformer: Sendable {
    /// The kinds of tasks that it can do; `nil` for all. Others are left to workers of another version.
    var kinds: Set<String>? { get }

    /// Does a task, and stops within a second when it is cancelled.
    ///
    /// - Throws: `TaskFault`; `CancellationError`, and then another worker may begin the task anew.
    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome

    /// Finds out what became of a publication whose worker is gone, and brings it to its end, or undoes it if that is wanted and
    /// there is still time.
    func recover(_ publication: ClaimedPublication) async throws -> TaskOutcome

    /// Removes what a task left that was another's by then, and whose job has ended meanwhile.
    func tidy(_ task: ClaimedTask) async

    /// Why no task should be claimed right now, in a sentence that stays the same as long as the reason does; `nil` if one may be.
    func reasonToWait() async -> String?
}

/// How a task ended well.
public enum TaskOutcome: Sendable, Hashable {
    /// Its result, and the tasks that it made.
    case done(result: String?, adding: [NewTask] = [])
    /// It was not begun, for a reason that may be gone in so many seconds: a sentence that is the same each time.
    case postponed(seconds: Double, reason: String)
    /// Nothing of it is left: another worker may begin it anew, or nobody if it is unwanted.
    case undone
}

/// What a task may tell the queue while it runs.
public struct TaskContext: Sendable {
    /// Says how far it is; may be called often and from any thread.
    public let report: @Sendable (TaskProgress) -> Void
    /// Says what is known of the job by now, in the place of what was said before; the same holds for it.
    public let note: @Sendable (String) -> Void
    /// Shows that the task goes on, where there is no progress to tell; may be called often and from any thread.
    public let showLife: @Sendable () -> Void
    /// Says that what comes next may show nothing for so many seconds.
    public let expect: @Sendable (_ seconds: Double) -> Void
    /// Says that an artifact is finished that no earlier attempt had left.
    public let noteArtifact: @Sendable () -> Void
    /// Says that the result is about to get its name.
    ///
    /// Throws `CancellationError` if it must not: the task is another's by now, or unwanted.
    public let beginPublishing: @Sendable (_ record: String) async throws -> Void

    public init(
        report: @escaping @Sendable (TaskProgress) -> Void,
        note: @escaping @Sendable (String) -> Void,
        showLife: @escaping @Sendable () -> Void = {},
        expect: @escaping @Sendable (Double) -> Void = { _ in },
        noteArtifact: @escaping @Sendable () -> Void = {},
        beginPublishing: @escaping @Sendable (_ record: String) async throws -> Void
    ) {
        self.report = report
        self.note = note
        self.showLife = showLife
        self.expect = expect
        self.noteArtifact = noteArtifact
        self.beginPublishing = beginPublishing
    }
}

/// It cannot be said right now whether a result has its name: the record of the publication must be kept, to look again.
public struct PublicationUnknown: Error, Sendable {
    public init() {}
}

/// A task's failure.
public struct TaskFault: Error, Sendable {
    public let failure: TaskFailure
    /// The fault seems to be this machine's, not the task's.
    public let isMachines: Bool
    /// This worker cannot do any task any more.
    public let endsWorker: Bool

    public init(_ failure: TaskFailure, isMachines: Bool = false, endsWorker: Bool = false) {
        self.failure = failure
        self.isMachines = isMachines
        self.endsWorker = endsWorker
    }
}
