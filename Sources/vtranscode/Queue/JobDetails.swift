import JobModel
import JobQueue
import StatusServer

/// A job with its tasks, as `queue show --json` prints it.
struct JobDetails: Encodable {
    let job: JobView
    let tasks: [TaskView]

    init(_ job: JobRecord, _ tasks: [TaskRecord]) {
        self.job = JobView(job)
        self.tasks = tasks.map { TaskView($0) }
    }

    private enum Key: String, CodingKey { case tasks }

    /// The job's keys and `tasks` beside them.
    func encode(to encoder: any Encoder) throws {
        try job.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(tasks, forKey: .tasks)
    }
}

/// A task as clients see it.
struct TaskView: Encodable {
    let id: Int64
    let kind: String
    let state: String
    /// 0...100.
    let progress: Int
    /// Failures that counted.
    let attempts: Int
    /// Workers that were gone without a word.
    let losses: Int
    /// Those that it took down while it ran alone.
    let crashes: Int
    /// It ran when its worker was lost, and is run alone.
    let quarantined: Bool
    /// The worker that has it.
    let worker: Int64?
    /// When a delayed one is tried again.
    let due: String?
    /// Why it failed last.
    let error: FailurePayload?

    init(_ task: TaskRecord) {
        id = task.id
        kind = task.kind
        state = task.state.name
        progress = task.state == .done ? 100 : Int(max(0, min(99, task.progress * 100)))
        attempts = task.attempts
        losses = task.losses
        crashes = task.crashes
        quarantined = task.isQuarantined
        worker = task.worker
        due = task.state == .delayed ? task.due.map { Timestamp($0).text } : nil
        error = task.failure.map(FailurePayload.init)
    }

    private enum Key: String, CodingKey {
        case id, kind, state, progress, attempts, losses, crashes, quarantined, worker, due, error
    }

    /// Every key is there, as those of a job.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(state, forKey: .state)
        try container.encode(progress, forKey: .progress)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(losses, forKey: .losses)
        try container.encode(crashes, forKey: .crashes)
        try container.encode(quarantined, forKey: .quarantined)
        try container.encode(worker, forKey: .worker)
        try container.encode(due, forKey: .due)
        try container.encode(error, forKey: .error)
    }
}
