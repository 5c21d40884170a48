public import JobQueue

/// The queue in numbers, as clients see it.
public struct StatsView: Encodable, Sendable {
    struct Lane: Encodable, Sendable {
        let priority: Int
        let ready: Int
    }
    struct Worker: Encodable, Sendable {
        let id: Int64
        let name: String
        let host: String
        let version: String
        let running: Int
        /// Seconds since it was heard of.
        let silence: Double
    }

    let paused: Bool
    /// By status.
    let jobs: [String: Int]
    /// By state.
    let tasks: [String: Int]
    /// Ready tasks by priority, the highest first.
    let lanes: [Lane]
    /// Seconds that the job which may run and has waited longest has waited.
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
        lanes = stats.lanes.map { Lane(priority: $0.priority, ready: $0.ready) }
        oldestWait = stats.oldestWait
        workers = stats.workers.map { worker in
            Worker(
                id: worker.id, name: worker.info.name, host: worker.info.host,
                version: worker.info.version, running: worker.running, silence: worker.silence)
        }
        webhooksPending = stats.deliveriesPending
        webhooksFailed = stats.deliveriesFailed
    }
}
