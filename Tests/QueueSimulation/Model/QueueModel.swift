import JobQueue

/// The queue as a pure state machine: the oracle of the simulation.
///
/// `apply` makes the transition of one transaction of the store. Where the store may choose (ids, the claimed tasks, the workers
/// whose lease has expired, random backoffs), the model reads the choice from the state after the transaction, and checks that
/// the store was allowed to choose it. All else follows from the state before. Afterwards, the model's state and the store's
/// must be equal.
///
/// States of a job, by the operations that change them:
///
///     queued ──▶ processing      first report of a task
///     queued, processing ──▶ completed    its last task is completed
///     queued, processing ──▶ failed       a task failed for the last time, or crashed too many workers
///     queued, processing ──▶ cancelled    cancel, once no worker holds a task and the files are removed
///     failed ──▶ queued          retry
///     completed, failed, cancelled ──▶ deleted    prune, once the files are removed
///
/// States of a task:
///
///     waiting ──▶ ready          the job is admitted and the prerequisites are done
///     ready ──▶ running          claim, claimCleanups
///     quarantined ──▶ running    claimSuspect (alone)
///     running ──▶ publishing     beginPublishing
///     publishing ──▶ publishing  the lease expires, or deferPublication; then claimPublications
///     running, publishing ──▶ done        complete
///     running, publishing ──▶ delayed     fail, abandon, or release with a delay
///     running, publishing ──▶ failed      fail for the last time; running only: the last crash
///     running, publishing ──▶ ready       release
///     running ──▶ quarantined    the lease expires, or releaseUnstarted of a suspect
///     delayed ──▶ ready          maintain, when due; quarantined if the task was deferred while it ran alone
///     waiting, ready, delayed, quarantined ──▶ cancelled    the job ends without a result, or is cancelled
///     failed, cancelled, done ──▶ waiting    retry; done only if its files were removed
struct QueueModel {
    var state = ModelState()
    let policy: QueuePolicy
    /// The store's state after the transaction.
    private(set) var observed = ModelState()
    /// The wall clock during the transaction, in milliseconds.
    private(set) var wall: Int64 = 0
    /// The steady clock during the transaction, in milliseconds.
    private(set) var steady: Int64 = 0
    /// The events of the transaction.
    private var recorded: [(job: JobID, kind: JobEvent.Kind)] = []
    private var newTasks: [Int64] = []

    init(policy: QueuePolicy) { self.policy = policy }

    /// Continues with another state: the store was restored.
    mutating func restore(_ state: ModelState) {
        self.state = state
        self.state.wasCompared()
    }

    /// Makes the transition of one transaction.
    ///
    /// - Parameters:
    ///   - operation: The call that the transaction belongs to.
    ///   - statement: The name of the transaction's first statement; some calls have several transactions.
    ///   - observed: The store's state after the transaction, which does not change.
    ///   - wall: The wall clock, in milliseconds.
    ///   - steady: The steady clock, in milliseconds.
    /// - Returns: The expected response.
    /// - Throws: `ModelError` if the store's transition is another one.
    mutating func apply(
        _ operation: Operation, first statement: String, observed: inout ModelState,
        wall: Int64, steady: Int64
    ) throws -> Reply {
        // Exchanged, because a copy would count references of all tables.
        swap(&self.observed, &observed)
        defer { swap(&self.observed, &observed) }
        (self.wall, self.steady, recorded) = (wall, steady, [])
        newTasks = self.observed.tasks.added(to: state.tasks).sorted(by: >)
        try checkReservations()
        let reply = try transition(operation, statement)
        try recordEvents()
        let differences = state.differences(to: self.observed)
        guard differences.isEmpty else {
            throw ModelError(description: differences.sorted().joined(separator: "\n"))
        }
        state.wasCompared()
        return reply
    }

    private mutating func transition(
        _ operation: Operation, _ statement: String
    ) throws -> Reply {
        // Virtual times only affect the choice between tasks of one priority.
        if statement == "advance_clock" { return .none }
        switch operation {
        case .submit(let request): return .job(try submit(request))
        case .cancel(let job): try cancel(job)
        case .retry(let job): try retry(job)
        case .removeFiles(let job): try removeFiles(of: job)
        case .setPaused(let isPaused): state.isPaused = isPaused
        case .setLimits(let tenant, let running):
            state.tenants[tenant] = ModelTenant(limit: running, running: runningJobs(tenant))
            admitHeld(tenant)
        case .prune(let age): if statement.hasPrefix("prunable_jobs") { try prune(age) }
        case .register, .heartbeat: try register(operation)
        case .deregister(let worker): try deregister(worker)
        case .claim(let worker, let count): try claim(worker, count, onlyCleanups: false)
        case .claimCleanups(let worker, let count): try claim(worker, count, onlyCleanups: true)
        case .claimSuspect(let worker): try claimSuspect(worker)
        case .claimPublications(let worker, let count): try claimPublications(worker, count)
        case .report(let lease, let artifacts): return report(lease, artifacts)
        case .complete(let lease, let tasks): return try complete(lease, tasks)
        case .beginPublishing(let lease): return beginPublishing(lease)
        case .fail(let lease, let failure): return try fail(lease, failure, abandonedBy: nil)
        case .abandon(let lease, let failure):
            guard state.jobs[lease.job] != nil else { return .stale }
            if try deferPublication(lease) { return .retried }
            return try fail(lease, failure, abandonedBy: lease.worker)
        case .release(let lease, let seconds):
            return try release(lease, isDelayed: seconds > 0) ? .applied : .stale
        case .releaseUnstarted(let lease): try releaseUnstarted(lease)
        case .deferPublication(let lease):
            guard state.jobs[lease.job] != nil else { return .none }
            if try !deferPublication(lease) { _ = try release(lease, isDelayed: false) }
        case .maintain: try maintain(statement)
        case .claimDeliveries, .delivered, .deliveryFailed: try deliver(operation)
        case .read: break
        }
        return .none
    }

    // MARK: Parts of transitions

    /// Records an event; the store records it in the same transaction.
    mutating func record(_ kind: JobEvent.Kind, of job: JobID) { recorded.append((job, kind)) }

    /// Removes a job with all that belongs to it.
    mutating func delete(_ job: JobID) {
        recorded.removeAll { $0.job == job }
        for task in state.tasks(of: job) {
            state.tasks[task.id] = nil
            state.prerequisites[task.id] = nil
        }
        state.events.removeAll { $0.job == job }
        state.deliveries.removeAll { $0.job == job }
        state.jobs[job] = nil
    }

    /// The id of the next task that the store inserted.
    mutating func nextTaskID() throws -> Int64 {
        guard let id = newTasks.popLast() else {
            throw ModelError(description: "the store did not insert an expected task")
        }
        return id
    }

    /// Each recorded event is in the store, in the same order, with one delivery if the job has a webhook.
    private mutating func recordEvents() throws {
        let new = observed.events.added(to: state.events).sorted().compactMap {
            observed.events[$0]
        }
        if new.isEmpty, recorded.isEmpty { return }
        guard new.map(\.kind) == recorded.map(\.kind), new.map(\.job) == recorded.map(\.job) else {
            throw ModelError(
                description: "the store recorded the events \(new.map(\.kind.rawValue)); expected "
                    + "\(recorded.map(\.kind.rawValue))")
        }
        for event in new {
            guard event.time == wall, !event.identifier.isEmpty else {
                throw ModelError(description: "an event has another time, or no id: \(event)")
            }
            state.events[event.sequence] = event
            guard state.jobs[event.job]?.hasWebhook == true else { continue }
            let found = Set(observed.deliveries.changed).compactMap { observed.deliveries[$0] }
                .filter { $0.event == event.sequence }
            guard found.count == 1, let delivery = found.first else {
                throw ModelError(
                    description: "event \(event.sequence) has \(found.count) deliveries")
            }
            state.deliveries[delivery.id] = ModelDelivery(
                id: delivery.id, event: event.sequence, job: event.job, due: wall)
        }
    }

    /// Reservations are hints: they may disappear, but no worker takes a valid one of another worker.
    private mutating func checkReservations() throws {
        for job in observed.reservations.changed {
            let reservation = observed.reservations[job]
            if let reservation, let former = state.reservations[job],
                former.worker != reservation.worker, former.until > steady
            {
                throw ModelError(
                    description: "worker \(reservation.worker) took a reservation of \(job)")
            }
            state.reservations[job] = reservation
        }
    }

    /// Whether a busy worker must have reserved a suspect: one is overdue, and no worker is to run it.
    func hasUnreservedSuspect(wall: Int64, steady: Int64) -> Bool {
        guard !state.isPaused else { return false }
        let running = state.tasks.values.filter { $0.isAlone && $0.state == .running }.map(\.job)
        return state.tasks.values.contains { task in
            task.state == .quarantined && !running.contains(task.job) && isOverdue(task, wall)
                && (state.reservations[task.job].map { $0.until <= steady } ?? true)
        }
    }

    /// Whether a suspect has waited so long that a busy worker becomes idle for it, or the wall clock was set back.
    func isOverdue(_ suspect: ModelTask, _ wall: Int64) -> Bool {
        guard let due = suspect.due else { return true }
        return due <= wall || due > wall + Int64(policy.quarantineTimeout * 1000)
    }

    /// Takes a time from the store, which may be random within a range, in milliseconds from now.
    func dueTime(_ observed: Int64?, in range: ClosedRange<Double>) throws -> Int64 {
        guard let observed,
            range.contains(Double(observed - wall) + 0.5)
                || range.contains(Double(observed - wall))
        else {
            throw ModelError(
                description:
                    "a time is due in \(observed.map { $0 - wall } ?? -1) ms; expected \(range)"
            )
        }
        return observed
    }

    /// The range of the backoff after a number of failures, in milliseconds.
    func backoff(_ failures: Int, atMost limit: Double) -> ClosedRange<Double> {
        var whole = policy.initialBackoff
        for _ in 1..<max(2, failures) where failures > 1 { whole = min(limit, whole * 2) }
        whole = min(limit, whole) * 1000
        return (whole / 2 - 1)...whole
    }

    /// The task of a valid lease.
    func leased(_ lease: Lease) -> ModelTask? {
        guard let task = state.tasks[lease.task], task.fencingToken == lease.fencingToken,
            task.worker == lease.worker, task.isLeased
        else { return nil }
        return task
    }
}
