import JobModel
import JobQueue
import StatusServer

/// A job with its tasks, the output of `queue show --json`.
struct JobDetails: Encodable {
    let job: JobView
    let tasks: [TaskView]

    init(_ job: JobRecord, _ tasks: [TaskRecord]) {
        self.job = JobView(job)
        self.tasks = tasks.map { TaskView($0) }
    }

    private enum Key: String, CodingKey { case tasks }

    /// Encodes the job's fields and `tasks`.
    func encode(to encoder: any Encoder) throws {
        try job.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(tasks, forKey: .tasks)
    }
}

/// A task, in the form for users and scripts.
struct TaskView: Encodable {
    let id: Int64
    let kind: String
    let state: String
    /// The progress in percent, 0...100.
    let progress: Int
    /// The number of failed attempts.
    let attempts: Int
    /// The number of times that the task was reclaimed from a worker whose lease expired.
    let reclaims: Int
    /// The number of workers that the task has taken down while it ran alone.
    let crashCount: Int
    /// Whether the task is a suspect, which runs alone.
    let quarantined: Bool
    /// The worker that holds the lease.
    let worker: Int64?
    /// The time at which a delayed task becomes ready.
    let due: String?
    /// The last failure.
    let error: FailurePayload?

    init(_ task: TaskRecord) {
        id = task.id
        kind = task.kind
        state = task.state.name
        progress = task.state == .done ? 100 : Int(max(0, min(99, task.progress * 100)))
        attempts = task.attempts
        reclaims = task.reclaims
        crashCount = task.crashCount
        quarantined = task.isQuarantined
        worker = task.worker
        due = task.state == .delayed ? task.due.map { Timestamp($0).text } : nil
        error = task.failure.map(FailurePayload.init)
    }

    private enum Key: String, CodingKey {
        case id, kind, state, progress, attempts, reclaims, crashCount, quarantined, worker, due,
            error
    }

    /// Encodes all fields, those without a value as `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(state, forKey: .state)
        try container.encode(progress, forKey: .progress)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(reclaims, forKey: .reclaims)
        try container.encode(crashCount, forKey: .crashCount)
        try container.encode(quarantined, forKey: .quarantined)
        try container.encode(worker, forKey: .worker)
        try container.encode(due, forKey: .due)
        try container.encode(error, forKey: .error)
    }
}
