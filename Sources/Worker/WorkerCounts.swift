internal import JobModel
internal import MediaModel
internal import Synchronization

/// Counters of a worker process since its start, for metrics.
public final class WorkerCounts: Sendable {
    /// The outcome of an attempt at a task.
    public enum Outcome: String, Sendable, CaseIterable {
        case completed
        /// The attempt failed, and the task is retried.
        case retried
        /// The attempt failed, and the task is a dead letter.
        case failed
        /// The task returned to the queue unfinished: the worker drains, or the task was rolled back or deferred.
        case released
        /// The task stalled; it is retried by another worker.
        case abandoned
        /// The outcome of the publication is unknown and will be determined later.
        case unknown
        /// The job was cancelled.
        case cancelled
        /// Another worker has a newer fencing token.
        case superseded
        /// The outcome could not be reported to the queue.
        case unreported
    }

    public struct Attempts: Sendable, Hashable {
        public internal(set) var claims = 0
        public internal(set) var outcomes: [Outcome: Int] = [:]
        /// The sum of the times from claim to end, in seconds.
        public internal(set) var seconds = 0.0
    }

    public struct Snapshot: Sendable, Hashable {
        /// The attempts by kind of task.
        public internal(set) var attempts: [String: Attempts]
        /// The number of failed attempts by code.
        public internal(set) var failures: [String: Int]
        /// The number of workers whose expired lease this worker has detected.
        public internal(set) var expiredWorkers = 0
        /// The number of their tasks that returned to the queue.
        public internal(set) var requeuedTasks = 0
        /// The number of their tasks that became dead letters.
        public internal(set) var failedTasks = 0
        /// The number of jobs that this worker has deleted after their retention.
        public internal(set) var prunedJobs = 0
        /// Whether the wall clock is trusted for the deletion of old jobs.
        public internal(set) var isClockTrusted = true
        /// The time of the last complete maintenance; before the first one, the start of the process.
        public internal(set) var lastMaintenance = ContinuousClock.now
    }

    private let counts: Mutex<Snapshot>

    /// Creates counters that contain all kinds of tasks and all codes of host errors with 0, so that a rate includes the first
    /// increase.
    public init() {
        let attempts = TaskKind.allCases.map { ($0.rawValue, Attempts()) }
        let failures = UploadError.Code.hostErrors.map { ($0.rawValue, 0) }
        counts = Mutex(
            Snapshot(
                attempts: Dictionary(uniqueKeysWithValues: attempts),
                failures: Dictionary(uniqueKeysWithValues: failures)))
    }

    public var snapshot: Snapshot { counts.withLock(\.self) }

    func change(_ body: (inout Snapshot) -> Void) { counts.withLock { body(&$0) } }
}
