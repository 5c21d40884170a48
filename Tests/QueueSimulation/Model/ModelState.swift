import JobQueue

/// A job, as far as the model describes it.
struct ModelJob: Hashable {
    let id: JobID
    let tenant: String
    let key: String
    let priority: Int
    let hasWebhook: Bool
    var state: JobState
    var admission: JobAdmission
    /// Whether cancellation was requested; still true when the job has ended.
    var isCancelRequested = false
    /// Whether the job is deleted as soon as its files are removed.
    var isPruned = false
    /// The number of tasks that are not done.
    var pending: Int
    /// The wall time before which no task runs, in milliseconds.
    var due: Int64
    /// The wall time of the job's end, in milliseconds.
    var finished: Int64?
    /// Whether a retry cannot succeed.
    var hasPermanentFailure = false

    /// Whether the job waits for its cancellation.
    var isBeingCancelled: Bool { isCancelRequested && !state.isFinal }
}

/// A task, as far as the model describes it.
struct ModelTask: Hashable {
    let id: Int64
    let job: JobID
    let kind: String
    let priority: Int
    var state: TaskState
    var fencingToken: Int64 = 0
    /// The number of failed attempts.
    var attempts = 0
    var reclaims = 0
    var crashCount = 0
    var consecutiveCrashes = 0
    /// Whether a worker runs the task alone, or deferred it while it did.
    var isAlone = false
    /// The number of artifacts that the present attempt has completed.
    var artifacts = 0
    var worker: Int64?
    var hasPublication = false
    var publicationChecks = 0
    var unmetDependencies: Int
    /// Whether the task has a cost; a task that has added others has none.
    var hasCost: Bool
    /// The wall time before which no worker claims the task, in milliseconds.
    var due: Int64?
    /// The worker that abandoned the task.
    var abandonedBy: Int64?

    var isCleanup: Bool { kind == NewTask.cleanup }
    var isLeased: Bool { state == .running || state == .publishing }
}

/// An event of a job.
struct ModelEvent: Hashable {
    let sequence: Int64
    let job: JobID
    let kind: JobEvent.Kind
    /// The id that receivers of webhooks see.
    let identifier: String
    /// The wall time, in milliseconds.
    let time: Int64
}

/// An undelivered event.
struct ModelDelivery: Hashable {
    let id: Int64
    let event: Int64
    let job: JobID
    var attempts = 0
    /// The wall time of the next attempt, in milliseconds; `nil` for an abandoned delivery.
    var due: Int64?
}

/// A busy worker's claim to the next suspect of a job.
struct ModelReservation: Hashable {
    let worker: Int64
    /// The steady time of its expiry, in milliseconds.
    let until: Int64
}

/// The tasks that must be done before another one.
struct ModelPrerequisites: Hashable {
    let dependent: Int64
    var tasks: Set<Int64>
}

/// A tenant with limits.
struct ModelTenant: Hashable {
    var limit: Int?
    /// The number of running jobs, counted only while there is a limit.
    var running: Int
}

/// The content of a store, as the model describes it and as an observer reads it.
struct ModelState {
    var jobs = ModelTable<JobID, ModelJob>()
    var tasks = ModelTable<Int64, ModelTask>()
    /// The steady time of each worker's last heartbeat, in milliseconds.
    var workers = ModelTable<Int64, Int64>()
    var events = ModelTable<Int64, ModelEvent>()
    var deliveries = ModelTable<Int64, ModelDelivery>()
    var reservations = ModelTable<JobID, ModelReservation>()
    var tenants = ModelTable<String, ModelTenant>()
    var isPaused = false
    /// The prerequisites of each task that has some.
    var prerequisites = ModelTable<Int64, ModelPrerequisites>()

    /// The tasks of a job, by id.
    func tasks(of job: JobID) -> [ModelTask] {
        tasks.values.filter { $0.job == job }.sorted { $0.id < $1.id }
    }

    /// The tasks that a worker holds.
    func tasks(heldBy worker: Int64) -> [ModelTask] {
        tasks.values.filter { $0.worker == worker }.sorted { ($0.job, $0.id) < ($1.job, $1.id) }
    }

    func dependents(of task: Int64) -> [Int64] {
        prerequisites.values.filter { $0.tasks.contains(task) }.map(\.dependent).sorted()
    }

    /// Adds the prerequisites of a task.
    mutating func add(_ tasks: some Sequence<Int64>, toPrerequisitesOf dependent: Int64) {
        let known = prerequisites[dependent]?.tasks ?? []
        prerequisites[dependent] = ModelPrerequisites(
            dependent: dependent, tasks: known.union(tasks))
    }

    /// Forgets which rows were changed: the state is equal to the other one.
    mutating func wasCompared() {
        jobs.wasCompared()
        tasks.wasCompared()
        workers.wasCompared()
        events.wasCompared()
        deliveries.wasCompared()
        reservations.wasCompared()
        tenants.wasCompared()
        prerequisites.wasCompared()
    }

    /// Describes the differences to another state, which was equal before the changes of both.
    ///
    /// Reservations may differ: the store may discard them.
    func differences(to other: ModelState) -> [String] {
        var lines: [String] = []
        func compare<Key, Row>(
            _ name: String, _ model: ModelTable<Key, Row>, _ store: ModelTable<Key, Row>
        ) {
            func text(_ row: Row?) -> String { row.map { "\($0)" } ?? "none" }
            for key in model.differences(to: store) {
                lines.append(
                    "\(name) \(key): expected \(text(model[key])), found \(text(store[key]))")
            }
        }
        compare("job", jobs, other.jobs)
        compare("task", tasks, other.tasks)
        compare("worker", workers, other.workers)
        compare("event", events, other.events)
        compare("delivery", deliveries, other.deliveries)
        compare("tenant", tenants, other.tenants)
        compare("prerequisites of", prerequisites, other.prerequisites)
        if isPaused != other.isPaused { lines.append("paused: \(other.isPaused)") }
        return lines
    }
}
