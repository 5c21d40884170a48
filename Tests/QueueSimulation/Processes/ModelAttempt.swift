import JobQueue

/// The execution of a task by a model worker: one call of the store or one operation on files at a time.
struct ModelAttempt {
    /// The next action.
    enum Phase: Hashable {
        /// Reports the start.
        case begin
        /// Works, and writes artifacts; a number of times.
        case work(Int)
        /// Stages the package in the workspace.
        case stage
        /// Records the publication in the store.
        case record
        /// Commits the package; or rolls it back, if it belongs to another worker's publication of a cancelled job.
        case commit(isCancelRequested: Bool)
        /// Removes the workspace of a generation, and the next ones down to 0.
        case removeWorkspaces(generation: Int)
        /// Reports the outcome until the store responds.
        case report(Outcome, retries: Int)
        /// Removes the files of a job that ended meanwhile.
        case removeFiles
    }

    /// The outcome of an execution.
    enum Outcome: Hashable {
        case completed(adding: [NewTask])
        case failed(TaskFailure)
        case abandoned(TaskFailure)
        case released(after: Double)
        case unknownPublication

        /// Whether the store counts a failed attempt.
        var isFailure: Bool {
            switch self {
            case .failed, .abandoned: true
            case .completed, .released, .unknownPublication: false
            }
        }
    }

    let lease: Lease
    let kind: String
    let payload: SimulatedPayload
    let isAlone: Bool
    let generation: Int
    /// The number of failed attempts before this one.
    let failures: Int
    /// The identity of the package.
    var identity: String
    var phase: Phase
    /// The time of the next action, in milliseconds.
    var time: Int64
    /// Whether the worker has cancelled the execution.
    var isCancelled = false
    /// Whether the worker has abandoned the execution, which continues.
    var isLeaked = false
    var artifacts = 0
    /// The outcome once the files are removed.
    var outcome = Outcome.completed(adding: [])

    /// The kind of a publication that another worker began.
    static let publication = "publication"

    init(_ task: ClaimedTask, at time: Int64, _ random: SeededRandom) {
        (lease, kind, isAlone) = (task.lease, task.kind, task.isAlone)
        (generation, failures) = (task.generation, task.attempts)
        payload = SimulatedPayload(text: task.jobPayload)
        identity =
            task.kind == "publish"
            ? task.payload : "\(task.lease.task)-\(task.lease.fencingToken)"
        phase = .begin
        self.time = time + random.time(1...50)
    }

    init(_ publication: ClaimedPublication, at time: Int64, _ random: SeededRandom) {
        (lease, kind, isAlone) = (publication.lease, Self.publication, false)
        (generation, failures) = (publication.generation, 0)
        payload = SimulatedPayload(conduct: .honest, encodes: 0)
        identity = publication.record
        phase = .commit(isCancelRequested: publication.isCancelRequested)
        self.time = time + random.time(1...50)
    }

    var workspace: String { FileModel.workspace(lease.job, generation) }

    /// Whether the execution runs, and is not only reported.
    var isExecuting: Bool {
        switch phase {
        case .report, .removeFiles: false
        default: true
        }
    }
}
