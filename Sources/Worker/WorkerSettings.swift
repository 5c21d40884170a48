public import JobQueue

/// The limits and durations of a worker.
public struct WorkerSettings: Sendable {
    public var info: WorkerInfo
    /// The number of tasks that run at the same time.
    public var slots: Int
    /// The time for running tasks to end after the start of a shutdown, in seconds.
    public var drainTimeout: Double
    /// The time for reports to the queue afterwards, in seconds.
    public var reportTimeout: Double
    /// The time that a task may stall, in seconds, in addition to its expected CPU time.
    public var taskTimeout: Double
    /// The time for a stalled task to stop before its slot is abandoned, in seconds.
    public var stopTimeout: Double
    /// The number of consecutive stalled tasks after which the worker shuts down.
    public var maxConsecutiveStalls: Int
    /// The interval of checks for stalled tasks, in seconds.
    public var stallCheckInterval: Double
    /// The clock of checks for stalled tasks.
    public var now: @Sendable () -> ContinuousClock.Instant
    /// The number of consecutive jobs with host errors after which the worker shuts down.
    public var maxConsecutiveHostErrors: Int
    /// The retention of ended jobs, in seconds; `nil` for unlimited.
    public var retention: Double?
    /// The longest time between two searches for jobs after their retention, in seconds; it varies from three quarters of that.
    public var pruningInterval: Double
    /// The duration of the worker's lease, in seconds.
    public var leaseDuration: Double
    /// The longest interval between two claims while the queue is empty, in seconds; it varies from half of that.
    public var idleInterval: Double
    /// The longest backoff of claims after errors of the queue, in seconds.
    public var maxBackoff: Double

    public init(
        info: WorkerInfo, slots: Int, drainTimeout: Double = 30, reportTimeout: Double? = nil,
        taskTimeout: Double = 120, stopTimeout: Double = 10, maxConsecutiveStalls: Int = 2,
        stallCheckInterval: Double = 1,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        maxConsecutiveHostErrors: Int = 5, retention: Double? = 30 * 86400,
        pruningInterval: Double = 60,
        leaseDuration: Double = QueuePolicy().leaseDuration, idleInterval: Double = 2,
        maxBackoff: Double = 30
    ) {
        self.info = info
        self.slots = slots
        self.drainTimeout = drainTimeout
        // At least 1 s, in which a reachable queue responds.
        self.reportTimeout = reportTimeout ?? max(1, drainTimeout)
        self.taskTimeout = taskTimeout
        self.stopTimeout = stopTimeout
        self.maxConsecutiveStalls = maxConsecutiveStalls
        self.stallCheckInterval = stallCheckInterval
        self.now = now
        self.maxConsecutiveHostErrors = maxConsecutiveHostErrors
        self.retention = retention
        self.pruningInterval = pruningInterval
        self.leaseDuration = leaseDuration
        self.idleInterval = idleInterval
        self.maxBackoff = maxBackoff
    }
}
