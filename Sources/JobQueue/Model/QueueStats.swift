/// How a queue is, in numbers.
public struct QueueStats: Sendable, Hashable {
    public struct Lane: Sendable, Hashable {
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
        /// Seconds since it said that it lives.
        public let silence: Double
        public let running: Int
    }
    public let isPaused: Bool
    public let jobs: [JobState: Int]
    public let tasks: [TaskState: Int]
    /// Ready tasks by priority, the highest first.
    public let lanes: [Lane]
    /// Seconds that the job which has waited longest, and may run, has waited.
    public let oldestWait: Double?
    public let workers: [Worker]
    /// Events that webhooks have not been told of yet, and those that were given up.
    public let deliveriesPending: Int
    public let deliveriesFailed: Int
}

/// How much a tenant may have; `nil` means as much as it likes.
public struct TenantLimits: Sendable, Hashable, Codable {
    /// Its share when tenants take turns, above 0.
    public var weight: Double
    /// Jobs that may run at once.
    public var running: Int?
    /// Jobs that may wait or run.
    public var queued: Int?

    /// What counts may be.
    static let counts = 1...1_000_000_000

    public init(weight: Double = 1, running: Int? = nil, queued: Int? = nil) {
        self.weight = weight
        self.running = running
        self.queued = queued
    }
}
