import JobQueue

/// Transitions of leased tasks. A lease that is not valid changes nothing.
extension QueueModel {
    /// The first report of a task starts its job, unless the job is being cancelled.
    mutating func report(_ lease: Lease, _ artifacts: Int) -> Reply {
        guard let job = state.jobs[lease.job], let task = leased(lease) else { return .stale }
        state.tasks[lease.task]?.artifacts = max(task.artifacts, artifacts)
        guard job.state == .queued, !job.isCancelRequested else { return .applied }
        state.jobs[lease.job]?.state = .processing
        record(.started, of: lease.job)
        return .applied
    }

    /// Completes a task; those that depend on it depend on the added tasks as well.
    mutating func complete(_ lease: Lease, _ added: [NewTask]) throws -> Reply {
        guard let job = state.jobs[lease.job] else { return .stale }
        guard var task = leased(lease) else {
            let task = state.tasks[lease.task]
            return task?.state == .done && task?.fencingToken == lease.fencingToken
                ? .applied : .stale
        }
        (task.state, task.worker, task.hasPublication) = (.done, nil, false)
        task.isAlone = false
        state.tasks[task.id] = task
        if task.isCleanup {
            try cleanupWasCompleted(job.id)
            return .applied
        }
        if job.state.isFinal {
            try taskWasReleased(job.id)
            return .applied
        }
        // A published package stays published, even if cancellation was requested meanwhile.
        if job.isCancelRequested, !added.isEmpty || job.pending > 1 {
            try continueCancellation(job.id)
            return .applied
        }
        let dependents = state.dependents(of: task.id)
        if !added.isEmpty {
            let ids = try insert(added, of: job.id, isAdmitted: true)
            for dependent in dependents {
                state.add(ids, toPrerequisitesOf: dependent)
                state.tasks[dependent]?.unmetDependencies += ids.count
            }
            state.tasks[task.id]?.hasCost = false
        }
        for dependent in dependents { state.tasks[dependent]?.unmetDependencies -= 1 }
        if !dependents.isEmpty { makeTasksReady(job.id) }
        state.jobs[job.id]?.pending += added.count - 1
        if job.pending + added.count == 1 { try end(job.id, as: .completed) }
        return .applied
    }

    /// No publication of a job that has ended or is being cancelled begins.
    mutating func beginPublishing(_ lease: Lease) -> Reply {
        guard let job = state.jobs[lease.job], !job.state.isFinal, !job.isCancelRequested,
            var task = leased(lease)
        else { return .stale }
        (task.state, task.hasPublication, task.publicationChecks) = (.publishing, true, 0)
        task.due = nil
        state.tasks[task.id] = task
        return .applied
    }

    /// Counts a failed attempt; the task is retried after a backoff, up to the policy's limit.
    mutating func fail(
        _ lease: Lease, _ failure: TaskFailure, abandonedBy worker: Int64?
    ) throws -> Reply {
        guard let job = state.jobs[lease.job], var task = leased(lease) else { return .stale }
        task.attempts += 1
        let isObsolete = job.isBeingCancelled || job.state.isFinal
        let hasReachedLimit = failure.isPermanent || task.attempts >= policy.maxAttempts
        let isFinal = hasReachedLimit && !task.isCleanup
        task.state = isFinal ? .failed : isObsolete && !task.isCleanup ? .cancelled : .delayed
        (task.worker, task.hasPublication, task.isAlone) = (nil, false, false)
        (task.consecutiveCrashes, task.abandonedBy) = (0, worker)
        let range = isFinal ? 0...0 : backoff(task.attempts, atMost: policy.maxBackoff)
        task.due = try dueTime(observed.tasks[task.id]?.due, in: range)
        state.tasks[task.id] = task
        if task.isCleanup {
            // A cleanup that cannot run does not prevent the cancellation of its job.
            if hasReachedLimit, job.isBeingCancelled { try end(job.id, as: .cancelled) }
            return .retried
        }
        if job.isBeingCancelled {
            try continueCancellation(job.id)
            return .cancelled
        }
        guard !job.state.isFinal else {
            try taskWasReleased(job.id)
            return .final
        }
        guard isFinal else { return .retried }
        try end(job.id, as: .failed, isPermanent: failure.isPermanent)
        return .final
    }

    /// Returns a task to the queue without counting an attempt.
    ///
    /// - Parameters:
    ///   - lease: The lease.
    ///   - isDelayed: Whether the task waits before it is claimed again.
    ///   - isUnstarted: Whether a suspect remains one, because it was not run.
    /// - Returns: Whether the lease is valid.
    /// - Throws: `ModelError`.
    mutating func release(
        _ lease: Lease, isDelayed: Bool, isUnstarted: Bool = false
    ) throws -> Bool {
        guard let job = state.jobs[lease.job], var task = leased(lease) else { return false }
        let isObsolete = job.isBeingCancelled || job.state.isFinal
        task.state =
            isObsolete && !task.isCleanup
            ? .cancelled
            : isUnstarted && task.isAlone ? .quarantined : isDelayed ? .delayed : .ready
        (task.worker, task.hasPublication) = (nil, false)
        if task.state != .delayed { task.isAlone = false }
        if ![.delayed, .quarantined].contains(task.state) { task.consecutiveCrashes = 0 }
        switch task.state {
        case .delayed: task.due = try dueTime(observed.tasks[task.id]?.due, in: 0...600_000)
        case .quarantined: task.due = wall + Int64(policy.quarantineTimeout * 1000)
        default: task.due = nil
        }
        state.tasks[task.id] = task
        if job.isBeingCancelled {
            try continueCancellation(job.id)
        } else if !task.isCleanup {
            try taskWasReleased(job.id)
        }
        return true
    }

    /// Returns a task of which it is unknown whether its worker started it; a publication's outcome remains to be determined.
    mutating func releaseUnstarted(_ lease: Lease) throws {
        guard state.jobs[lease.job] != nil else { return }
        guard !orphan(lease) else { return }
        _ = try release(lease, isDelayed: false, isUnstarted: true)
    }

    /// Leaves a publication without a worker.
    ///
    /// - Returns: False if the lease is not that of a publication.
    mutating func orphan(_ lease: Lease) -> Bool {
        guard var task = leased(lease), task.state == .publishing else { return false }
        task.reclaims += 1
        (task.worker, task.isAlone) = (nil, false)
        state.tasks[task.id] = task
        return true
    }

    /// Postpones the next check of a publication.
    ///
    /// - Returns: False if the lease is not that of a publication.
    mutating func deferPublication(_ lease: Lease) throws -> Bool {
        guard var task = leased(lease), task.state == .publishing else { return false }
        task.publicationChecks += 1
        task.worker = nil
        let range = backoff(task.publicationChecks, atMost: min(policy.maxBackoff, 60))
        task.due = try dueTime(observed.tasks[task.id]?.due, in: range)
        state.tasks[task.id] = task
        return true
    }
}
