public import JobQueue

/// The statistics of a queue, in the form for clients.
public struct StatsView: Encodable, Sendable {
    struct ReadyTasks: Encodable, Sendable {
        let priority: Int
        let ready: Int
    }
    struct Worker: Encodable, Sendable {
        let id: Int64
        let name: String
        let host: String
        let version: String
        let running: Int
        /// The time since the last heartbeat, in seconds.
        let heartbeatAge: Double
    }

    let paused: Bool
    /// The number of jobs by status.
    let jobs: [String: Int]
    /// The number of unfinished tasks by state.
    let tasks: [String: Int]
    /// The number of ready tasks by priority, the highest priority first.
    let readyByPriority: [ReadyTasks]
    /// The longest time that an admitted job has waited for its first task to start, in seconds.
    let oldestWait: Double?
    let workers: [Worker]
    let webhooksPending: Int
    let webhooksFailed: Int

    public init(_ stats: QueueStats) {
        paused = stats.isPaused
        jobs = Dictionary(
            uniqueKeysWithValues: JobState.allCases.map { ($0.name, stats.jobs[$0] ?? 0) })
        tasks = Dictionary(
            uniqueKeysWithValues: TaskState.unfinished.map { ($0.name, stats.tasks[$0] ?? 0) })
        readyByPriority = stats.readyByPriority.map {
            ReadyTasks(priority: $0.priority, ready: $0.ready)
        }
        oldestWait = stats.oldestWait
        workers = stats.workers.map { worker in
            Worker(
                id: worker.id, name: worker.info.name, host: worker.info.host,
                version: worker.info.version, running: worker.running,
                heartbeatAge: worker.heartbeatAge)
        }
        webhooksPending = stats.deliveriesPending
        webhooksFailed = stats.deliveriesFailed
    }
}
