/// A queue of jobs, which are graphs of tasks, in a store that outlives every process.
///
/// Any number of processes may use one store. Each call is one atomic transaction, and idempotent: it may be repeated after its
/// response was lost. Each throws `QueueError`.
///
/// A worker registers, sends a heartbeat every few seconds, and claims tasks. Its lease on a task is valid as long as the
/// lease's fencing token is the task's; the store rejects calls with another token.
public protocol QueueStore: Sendable {
    /// The store's URL without a password.
    var name: String { get }

    // MARK: Clients

    /// Stores a job durably.
    func submit(_ request: JobRequest) async throws -> SubmittedJob
    func job(_ id: JobID) async throws -> JobRecord?
    /// Lists jobs, the newest first.
    func jobs(_ filter: JobFilter) async throws -> [JobRecord]
    func tasks(of job: JobID) async throws -> [TaskRecord]
    /// Lists a job's events after a sequence number, the oldest first.
    func events(of job: JobID, after sequence: Int64, limit: Int) async throws -> [JobEvent]
    /// Requests a job's cancellation; workers stop its running tasks within seconds. A job that has ended does not change.
    func cancel(_ id: JobID) async throws -> JobRecord
    /// Continues a failed job; completed tasks do not run again.
    func retry(_ id: JobID) async throws -> JobRecord
    /// Stops or resumes the claiming of tasks.
    func setPaused(_ isPaused: Bool) async throws
    func stats() async throws -> QueueStats
    /// Returns the statistics of one tenant's jobs, without workers.
    func stats(ofTenant name: String) async throws -> QueueStats
    func limits(ofTenant name: String) async throws -> TenantLimits
    /// Returns the limits that were set, by the names of the tenants.
    func limitsOfTenants() async throws -> [String: TenantLimits]
    func setLimits(_ limits: TenantLimits, ofTenant name: String) async throws
    /// Deletes jobs that ended more than a number of seconds ago.
    ///
    /// - Returns: The number of jobs.
    func prune(olderThan seconds: Double, states: [JobState], limit: Int) async throws -> Int
    /// Returns a text that distinguishes this queue from all others; copies and backups of the queue have the same.
    func identity() async throws -> String
    /// Lists failed jobs whose files remain for a retry, after a job and in the order of submission.
    func failedJobs(after job: JobID?, limit: Int) async throws -> FailedJobs
    /// Lets a worker remove the files of a failed job, which a retry then makes again.
    ///
    /// - Returns: False if the job has not failed, has no files, or if a worker may still write some.
    func removeFiles(of job: JobID) async throws -> Bool

    /// Deletes jobs as `prune` does, unless the wall clock has jumped within the last hour.
    ///
    /// A jump is a difference to this process's monotonic clock, or, in the first call of a process, to the reading that the
    /// store retains. The calls of all processes are to be about a minute apart.
    func pruneByTrustedClock(
        olderThan seconds: Double, states: [JobState], limit: Int
    ) async throws -> Pruning

    /// Returns the wall clock of the queue, in milliseconds since 1970; `nil` if it has jumped within the last hour, as
    /// `pruneByTrustedClock` detects it.
    func trustedTime() async throws -> Int64?

    // MARK: Workers

    func register(_ worker: WorkerInfo) async throws -> Int64
    func heartbeat(_ worker: Int64) async throws -> Heartbeat
    /// Claims ready tasks of some kinds (`nil` for all), in the order of priority and virtual start time; none while the queue is
    /// paused.
    func claim(_ worker: Int64, count: Int, of kinds: Set<String>?) async throws -> [ClaimedTask]
    /// Claims a suspect, a task that ran when its worker's lease expired, for a worker that runs no other task; none while the
    /// queue is paused.
    ///
    /// If a suspect is overdue, one busy worker for each job reserves it. The reservation expires with a lease unless the worker
    /// calls again.
    ///
    /// - Parameters:
    ///   - worker: The calling worker.
    ///   - isIdle: Whether the worker runs no task.
    ///   - kinds: The kinds of tasks that the worker supports; `nil` for all.
    /// - Returns: The worker's next step.
    /// - Throws: `QueueError`.
    func claimSuspect(
        _ worker: Int64, isIdle: Bool, of kinds: Set<String>?
    ) async throws -> SuspectClaim
    /// Claims tasks that remove files of jobs, also while the queue is paused.
    func claimCleanups(_ worker: Int64, count: Int) async throws -> [ClaimedTask]
    /// Stores a task's progress.
    func report(_ lease: Lease, _ progress: TaskProgress) async throws -> Transition
    /// Completes a task and adds tasks to its job; tasks that depend on the completed one depend on the added ones as well.
    ///
    /// Here and in the following calls, `cpuSeconds` is the CPU time of the attempt, in seconds. The tenant is charged for it
    /// instead of the estimate. A time that is unknown (`nil`), or that no attempt can have used, leaves the estimate.
    func complete(
        _ lease: Lease, result: String?, adding tasks: [NewTask], cpuSeconds: Double?
    ) async throws -> Transition
    /// Stores the record of a publication before the worker commits it; afterwards, other workers claim the task only with the
    /// record.
    func beginPublishing(_ lease: Lease, record: String) async throws -> Transition
    func fail(
        _ lease: Lease, _ failure: TaskFailure, cpuSeconds: Double?
    ) async throws -> FailureOutcome
    /// Takes a task from a worker on which it made no progress.
    ///
    /// The call counts as a failed attempt, and for some minutes only other workers claim the task. A publication is deferred
    /// instead.
    func abandon(
        _ lease: Lease, _ failure: TaskFailure, cpuSeconds: Double?
    ) async throws -> FailureOutcome
    /// Returns a task to the queue without counting an attempt; workers may claim it after a number of seconds.
    func release(
        _ lease: Lease, after seconds: Double, cpuSeconds: Double?
    ) async throws -> Transition
    /// Returns a task to the queue that is leased to a worker which does not know it: the response to the claim was lost.
    func releaseUnstarted(_ lease: Lease) async throws
    /// Postpones the next check of a publication whose outcome is unknown, with a backoff; releases a task that does not publish.
    func deferPublication(_ lease: Lease) async throws
    /// Reclaims tasks from workers whose lease has expired, and admits jobs and retries that are due.
    ///
    /// Any worker may call it at any time; leases expire only while it is called every few seconds.
    func maintain() async throws -> Maintenance
    /// Claims publications whose worker's lease has expired, and deferred ones that are due.
    func claimPublications(_ worker: Int64, count: Int) async throws -> [ClaimedPublication]
    /// Removes a worker and releases its tasks.
    func deregister(_ worker: Int64) async throws

    // MARK: Webhooks

    /// Claims deliveries that are due; each becomes due again after a minute unless it is ended.
    ///
    /// - Parameters:
    ///   - count: The maximum number.
    ///   - hosts: The host of each delivery that the caller is making; the policy limits deliveries per host.
    /// - Returns: The deliveries, the oldest event first.
    /// - Throws: `QueueError`.
    func claimDeliveries(count: Int, inFlight hosts: [String]) async throws -> [Delivery]
    func delivered(_ id: Int64) async throws
    /// Schedules the next attempt at a delivery, or abandons the delivery.
    func deliveryFailed(_ id: Int64, reason: String, isPermanent: Bool) async throws
    /// Lists undelivered events of one job or of all, the oldest first.
    func undelivered(
        of job: JobID?, onlyAbandoned: Bool, limit: Int
    ) async throws -> [DeliveryRecord]
    /// Schedules abandoned deliveries again, of one job or of all.
    ///
    /// - Returns: The number of deliveries; if it equals the limit, there may be more.
    func redeliver(of job: JobID?, limit: Int) async throws -> Int
}

extension QueueStore {
    /// Completes a task whose CPU time is unknown.
    public func complete(
        _ lease: Lease, result: String?, adding tasks: [NewTask]
    ) async throws -> Transition {
        try await complete(lease, result: result, adding: tasks, cpuSeconds: nil)
    }

    /// Ends a failed attempt whose CPU time is unknown.
    public func fail(_ lease: Lease, _ failure: TaskFailure) async throws -> FailureOutcome {
        try await fail(lease, failure, cpuSeconds: nil)
    }

    /// Takes a task from a worker on which it made no progress, after an unknown CPU time.
    public func abandon(_ lease: Lease, _ failure: TaskFailure) async throws -> FailureOutcome {
        try await abandon(lease, failure, cpuSeconds: nil)
    }

    /// Returns a task to the queue without counting an attempt.
    public func release(_ lease: Lease, after seconds: Double = 0) async throws -> Transition {
        try await release(lease, after: seconds, cpuSeconds: nil)
    }

    /// Claims deliveries that are due, for a caller that makes none.
    public func claimDeliveries(count: Int) async throws -> [Delivery] {
        try await claimDeliveries(count: count, inFlight: [])
    }

    /// Claims ready tasks of every kind.
    public func claim(_ worker: Int64, count: Int) async throws -> [ClaimedTask] {
        try await claim(worker, count: count, of: nil)
    }
}
