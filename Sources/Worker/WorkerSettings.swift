public import JobQueue

/// How a worker works.
public struct WorkerSettings: Sendable {
    public var info: WorkerInfo
    /// Tasks at once.
    public var slots: Int
    /// Seconds that tasks get to end when the worker is told to stop.
    public var drainTimeout: Double
    /// Seconds that it then has to tell the queue, which may be away.
    public var tellTimeout: Double
    /// Seconds that a task may make no progress, beyond the CPU seconds that it is expected to take.
    public var taskTimeout: Double
    /// Seconds that an abandoned task has to end before its slot is given up.
    public var stopTimeout: Double
    /// Tasks in a row that may be abandoned before the worker takes itself out.
    public var abandonedInARow: Int
    /// Seconds between two looks at the tasks' progress.
    public var watchInterval: Double
    /// The clock that progress is watched by.
    public var now: @Sendable () -> ContinuousClock.Instant
    /// Jobs in a row that may fail for reasons of the machine before the worker takes itself out.
    public var failuresInARow: Int
    /// Seconds after which ended jobs are forgotten; `nil`: never.
    public var retention: Double?
    /// Seconds without a word after which the queue gives a worker up.
    public var lease: Double
    /// Seconds between two questions for work while there is none: half of it to all of it.
    public var idle: Double
    /// Seconds between two tries to claim from a queue that fails, at most.
    public var longestWait: Double

    public init(
        info: WorkerInfo, slots: Int, drainTimeout: Double = 30, tellTimeout: Double? = nil,
        taskTimeout: Double = 120, stopTimeout: Double = 10, abandonedInARow: Int = 2,
        watchInterval: Double = 1,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, failuresInARow: Int = 5,
        retention: Double? = 30 * 86400, lease: Double = QueuePolicy().lease, idle: Double = 2,
        longestWait: Double = 30
    ) {
        self.info = info
        self.slots = slots
        self.drainTimeout = drainTimeout
        // Once more as long; in a second at least, a queue that is there has answered.
        self.tellTimeout = tellTimeout ?? max(1, drainTimeout)
        self.taskTimeout = taskTimeout
        self.stopTimeout = stopTimeout
        self.abandonedInARow = abandonedInARow
        self.watchInterval = watchInterval
        self.now = now
        self.failuresInARow = failuresInARow
        self.retention = retention
        self.lease = lease
        self.idle = idle
        self.longestWait = longestWait
    }
}
