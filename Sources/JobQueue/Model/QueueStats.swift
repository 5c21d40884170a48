/// Counts and ages that describe a queue.
public struct QueueStats: Sendable, Hashable {
    /// The number of ready tasks of one priority.
    public struct ReadyTasks: Sendable, Hashable {
        public let priority: Int
        public let ready: Int
        public init(priority: Int, ready: Int) {
            self.priority = priority
            self.ready = ready
        }
    }
    public struct Worker: Sendable, Hashable {
        public let id: Int64
        public let info: WorkerInfo
        /// The time since the last heartbeat, in seconds.
        public let heartbeatAge: Double
        public let running: Int
    }
    public let isPaused: Bool
    public let jobs: [JobState: Int]
    public let tasks: [TaskState: Int]
    /// Ready tasks by priority, the highest priority first.
    public let readyByPriority: [ReadyTasks]
    /// The longest time that an admitted job has waited for its first task to start, in seconds.
    public let oldestWait: Double?
    public let workers: [Worker]
    /// The number of undelivered events whose delivery is pending.
    public let deliveriesPending: Int
    /// The number of undelivered events whose delivery was abandoned.
    public let deliveriesFailed: Int
}

/// A tenant's limits and weight; `nil` means unlimited.
public struct TenantLimits: Sendable, Hashable, Codable {
    /// The tenant's weight in fair queueing, above 0.
    public var weight: Double
    /// The number of jobs that may run at the same time.
    public var running: Int?
    /// The number of jobs that may wait or run.
    public var queued: Int?

    /// The range of both counts.
    static let counts = 1...1_000_000_000

    public init(weight: Double = 1, running: Int? = nil, queued: Int? = nil) {
        self.weight = weight
        self.running = running
        self.queued = queued
    }
}
