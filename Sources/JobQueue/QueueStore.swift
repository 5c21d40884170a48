/// A queue of jobs that are graphs of tasks, in a store that outlives every process.
///
/// Any number of processes may use one store. Each call is one transaction, made whole or not at all, and may be repeated when
/// its answer was lost: nothing then happens twice. Each throws `QueueError`.
///
/// A worker registers, says every few seconds that it lives, and claims tasks. A task is its own as long as the epoch of its
/// lease is the task's; the store refuses whatever comes with another.
public protocol QueueStore: Sendable {
    /// Where it is, without a password.
    var name: String { get }

    // MARK: Clients

    /// Keeps a job; when this returns it is on the disk.
    func submit(_ request: JobRequest) async throws -> SubmittedJob
    func job(_ id: JobID) async throws -> JobRecord?
    /// Jobs, the newest first.
    func jobs(_ filter: JobFilter) async throws -> [JobRecord]
    func tasks(of job: JobID) async throws -> [TaskRecord]
    /// Events of a job after a sequence number, the oldest first.
    func events(of job: JobID, after sequence: Int64, limit: Int) async throws -> [JobEvent]
    /// Asks for a job's end. What runs of it is stopped by its workers within seconds; a job that has ended stays as it is.
    func cancel(_ id: JobID) async throws -> JobRecord
    /// Lets a job that failed go on where it stopped.
    func retry(_ id: JobID) async throws -> JobRecord
    /// Lets workers claim nothing, or again.
    func setPaused(_ isPaused: Bool) async throws
    func stats() async throws -> QueueStats
    func limits(ofTenant name: String) async throws -> TenantLimits
    /// What was set, by the tenants' names.
    func limitsOfTenants() async throws -> [String: TenantLimits]
    func setLimits(_ limits: TenantLimits, ofTenant name: String) async throws
    /// Forgets jobs that ended more than so many seconds ago.
    ///
    /// - Returns: How many.
    func prune(olderThan seconds: Double, states: [JobState], limit: Int) async throws -> Int

    // MARK: Workers

    func register(_ worker: WorkerInfo) async throws -> Int64
    func heartbeat(_ worker: Int64) async throws -> Heartbeat
    /// Takes ready tasks of some kinds (`nil`: of all), the most urgent first; none while the queue is paused.
    func claim(_ worker: Int64, count: Int, of kinds: Set<String>?) async throws -> [ClaimedTask]
    /// Takes a task that ran when its worker was lost, for a worker that runs nothing beside it; none while the queue is paused.
    ///
    /// Where such a suspect has waited for long, one busy worker for each job reserves it. The reservation expires with a lease
    /// unless the worker asks again.
    ///
    /// - Parameters:
    ///   - worker: The worker that asks.
    ///   - isIdle: Whether it runs no task.
    ///   - kinds: The kinds of tasks that it can do; `nil` for all.
    /// - Returns: What it should do.
    /// - Throws: `QueueError`.
    func claimSuspect(
        _ worker: Int64, isIdle: Bool, of kinds: Set<String>?
    ) async throws -> SuspectClaim
    /// Takes tasks that remove what jobs left: also while the queue is paused.
    func claimCleanups(_ worker: Int64, count: Int) async throws -> [ClaimedTask]
    /// Says how far a task is.
    func report(_ lease: Lease, _ progress: TaskProgress) async throws -> Transition
    /// Ends a task well; tasks that it adds join its job, and whatever needed it needs them too.
    func complete(
        _ lease: Lease, result: String?, adding tasks: [NewTask]
    ) async throws -> Transition
    /// Says that a result is about to get its name; from here on nobody else gets the task without the record.
    func beginPublishing(_ lease: Lease, record: String) async throws -> Transition
    func fail(_ lease: Lease, _ failure: TaskFailure) async throws -> FailureOutcome
    /// Takes a task away from a worker where it made no progress: it counts as a failed attempt, and for some minutes other
    /// workers alone may claim the task. A publication is looked at again by any worker.
    func abandon(_ lease: Lease, _ failure: TaskFailure) async throws -> FailureOutcome
    /// Gives a task back as it was, for any worker to take so many seconds later: no attempt is counted.
    func release(_ lease: Lease, after seconds: Double) async throws -> Transition
    /// Gives back a task that the worker has according to the store and knows nothing of: a claim's answer was lost.
    func disown(_ lease: Lease) async throws
    /// Gives back a publication that cannot be judged right now, to be looked at later, each time after a longer wait; and a task
    /// that does not publish as it was.
    func putOff(_ lease: Lease) async throws
    /// Gives up workers that are silent for as long as this store looks, which is every few seconds, and puts their tasks into
    /// quarantine; and lets run what has become due. Any worker may call it at any time.
    func maintain() async throws -> Maintenance
    /// Takes publications whose worker was given up, and those that are to be looked at again.
    func claimPublications(_ worker: Int64, count: Int) async throws -> [ClaimedPublication]
    /// A worker's end: what it still has is given back.
    func deregister(_ worker: Int64) async throws

    // MARK: Webhooks

    /// Takes deliveries that are due; each comes again after a minute unless it is ended.
    ///
    /// - Parameters:
    ///   - count: The most that are wanted.
    ///   - hosts: Of each delivery that the caller is making: a host gets no more at a time than the store's policy says.
    /// - Returns: The oldest events first.
    /// - Throws: `QueueError`.
    func claimDeliveries(count: Int, beside hosts: [String]) async throws -> [Delivery]
    func delivered(_ id: Int64) async throws
    /// Tries it again later, or gives it up.
    func deliveryFailed(_ id: Int64, reason: String, isPermanent: Bool) async throws
    /// What webhooks were not told of, of one job or of all; the oldest events first.
    func deliveries(of job: JobID?, areGivenUp: Bool, limit: Int) async throws -> [DeliveryRecord]
    /// Lets webhooks be told once more of events that were given up, of one job or of all.
    ///
    /// - Returns: How many; as many as the limit: there may be more.
    func redeliver(of job: JobID?, limit: Int) async throws -> Int
}

extension QueueStore {
    /// Gives a task back as it was: no attempt is counted.
    public func release(_ lease: Lease) async throws -> Transition {
        try await release(lease, after: 0)
    }

    /// Takes deliveries that are due, for one who makes none.
    public func claimDeliveries(count: Int) async throws -> [Delivery] {
        try await claimDeliveries(count: count, beside: [])
    }

    /// Takes ready tasks of every kind.
    public func claim(_ worker: Int64, count: Int) async throws -> [ClaimedTask] {
        try await claim(worker, count: count, of: nil)
    }
}

/// How far a task is, and what its worker has found out.
public struct TaskProgress: Sendable, Hashable {
    /// 0...1.
    public var fraction: Double
    /// Seconds that are left.
    public var remaining: Double?
    /// What is known of the job by now, if that is news.
    public var note: String?
    /// Artifacts that this attempt has finished so far.
    public var artifacts: Int

    public init(
        fraction: Double, remaining: Double? = nil, note: String? = nil, artifacts: Int = 0
    ) {
        self.fraction = fraction
        self.remaining = remaining
        self.note = note
        self.artifacts = artifacts
    }
}

/// What maintenance found.
public struct Maintenance: Sendable, Hashable {
    /// Workers given up.
    public internal(set) var lostWorkers = 0
    /// Tasks of theirs that others may take now.
    public internal(set) var returned = 0
    /// Tasks of theirs that were given up.
    public internal(set) var failed = 0
    /// Jobs and retries that have become due.
    public internal(set) var admitted = 0
}
