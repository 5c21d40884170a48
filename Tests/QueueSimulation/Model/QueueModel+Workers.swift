import JobQueue

/// Transitions of workers: claims, expired leases, maintenance, deliveries.
extension QueueModel {
    /// The time in which the worker that abandoned a task does not claim it, in milliseconds.
    private static let abandonmentTimeout: Int64 = 600_000

    /// A worker registers or sends a heartbeat; its lease lasts from the steady time of that.
    mutating func register(_ operation: Operation) throws {
        if case .heartbeat(let worker) = operation {
            if state.workers[worker] != nil { state.workers[worker] = steady }
            return
        }
        let new = observed.workers.keys.filter { state.workers[$0] == nil }
        guard let worker = new.first, new.count == 1 else {
            throw ModelError(description: "a registration inserted \(new.count) workers")
        }
        state.workers[worker] = steady
    }

    /// Removes a worker; it may not have started the tasks that it holds.
    mutating func deregister(_ worker: Int64) throws {
        for task in state.tasks(heldBy: worker) { try releaseUnstarted(task.lease(worker)) }
        state.workers[worker] = nil
    }

    // MARK: Claims

    /// Whether a worker may claim a task; for a while, not the worker that abandoned it.
    private func isClaimable(_ task: ModelTask, by worker: Int64) -> Bool {
        guard task.state == .ready else { return false }
        guard task.abandonedBy == worker, let due = task.due else { return true }
        return due <= wall || due > wall + Self.abandonmentTimeout
    }

    /// A worker claims ready tasks, those of higher priorities first; cleanups also while the queue is paused.
    mutating func claim(_ worker: Int64, _ count: Int, onlyCleanups: Bool) throws {
        let isAllowed = state.workers[worker] != nil && (onlyCleanups || !state.isPaused)
        let claimable = state.tasks.values.filter {
            isAllowed && isClaimable($0, by: worker) && (!onlyCleanups || $0.isCleanup)
        }
        let claimed = claimable.filter { observed.tasks[$0.id]?.worker == worker }
        let waiting = claimable.filter { observed.tasks[$0.id]?.worker != worker }
        guard claimed.count <= count else {
            throw ModelError(description: "a worker claimed \(claimed.count) of \(count) tasks")
        }
        guard claimed.count == min(count, claimable.count) else {
            throw ModelError(description: "a worker claimed too few tasks: \(claimed.count)")
        }
        let lowest = claimed.map(\.priority).min() ?? .max
        guard onlyCleanups || waiting.allSatisfy({ $0.priority <= lowest }) else {
            throw ModelError(description: "a worker claimed a task before one of a higher priority")
        }
        for task in claimed { start(task, by: worker, isAlone: task.isAlone) }
    }

    private mutating func start(_ task: ModelTask, by worker: Int64, isAlone: Bool) {
        var task = task
        (task.state, task.worker, task.isAlone) = (.running, worker, isAlone)
        task.fencingToken += 1
        (task.artifacts, task.due, task.abandonedBy) = (0, nil, nil)
        state.tasks[task.id] = task
    }

    /// An idle worker claims a suspect, unless another suspect of the job runs or a ready task is more urgent.
    mutating func claimSuspect(_ worker: Int64) throws {
        let claimed = state.tasks.values.filter {
            $0.state == .quarantined && observed.tasks[$0.id]?.state == .running
        }
        guard let task = claimed.first else { return }
        let others = state.tasks.values.filter { $0.id != task.id }
        guard claimed.count == 1, !state.isPaused, state.workers[worker] != nil,
            let job = state.jobs[task.job], !job.state.isFinal, !job.isCancelRequested,
            !others.contains(where: { $0.worker == worker && $0.state == .running }),
            !others.contains(where: { $0.job == job.id && $0.isAlone && $0.state == .running }),
            isOverdue(task, wall)
                || !others.contains(where: { $0.state == .ready && $0.priority > task.priority })
        else { throw ModelError(description: "a suspect was claimed that must wait: \(task)") }
        start(task, by: worker, isAlone: true)
    }

    /// A worker claims publications without a worker, to determine their outcome.
    mutating func claimPublications(_ worker: Int64, _ count: Int) throws {
        let open = state.tasks.values.filter {
            guard $0.state == .publishing, $0.worker == nil else { return false }
            guard let due = $0.due else { return true }
            return due <= wall || due > wall + 60_000
        }
        for var task in open.sorted(by: { $0.id < $1.id }).prefix(count) {
            task.worker = worker
            task.fencingToken += 1
            task.due = nil
            state.tasks[task.id] = task
        }
    }

    // MARK: Maintenance

    /// One transaction of the maintenance.
    mutating func maintain(_ statement: String) throws {
        switch statement {
        case "last_heartbeats": try reclaim()
        case "wake_delayed": wakeDelayed()
        case "due_jobs": admitDue()
        case "unlocked_tenant":
            for tenant in state.tenants.keys.sorted() where observed.tenants[tenant] != nil {
                let running = runningJobs(tenant)
                state.tenants[tenant]?.running = running
                admitHeld(tenant)
            }
        default: break
        }
    }

    /// Takes the tasks of workers whose lease has expired.
    private mutating func reclaim() throws {
        let expired = state.workers.keys.filter { observed.workers[$0] == nil }.sorted()
        for worker in expired {
            let age = steady - (state.workers[worker] ?? 0)
            guard Double(age) > policy.leaseDuration * 1000 else {
                throw ModelError(description: "worker \(worker) expired after \(age) ms")
            }
        }
        let known = state.workers
        let deleted = Set(state.tasks.values.compactMap(\.worker)).filter { known[$0] == nil }
        for worker in expired + deleted.sorted() {
            let held = state.tasks(heldBy: worker)
            for task in held { try reclaim(task, worker, isOnly: held.count == 1) }
            state.workers[worker] = nil
        }
    }

    /// Makes a running task a suspect.
    ///
    /// It counts as a crash only if the worker ran no other task, and this one alone.
    private mutating func reclaim(_ task: ModelTask, _ worker: Int64, isOnly: Bool) throws {
        // An earlier task of the worker may have changed this one.
        guard let job = state.jobs[task.job], var task = state.tasks[task.id] else { return }
        if orphan(task.lease(worker)) { return }
        guard task.state == .running else { return }
        let isObsolete = job.isBeingCancelled || job.state.isFinal
        let isCrash = isOnly && task.isAlone
        task.reclaims += 1
        if isCrash {
            task.crashCount += 1
            task.consecutiveCrashes = task.artifacts > 0 ? 0 : task.consecutiveCrashes + 1
        }
        let isFatal =
            isCrash
            && (task.consecutiveCrashes >= policy.maxConsecutiveCrashes
                || task.crashCount >= policy.maxCrashes)
        let hasReachedLimit = task.isCleanup ? task.reclaims >= policy.maxReclaims : isFatal
        (task.worker, task.isAlone, task.abandonedBy, task.due) = (nil, false, nil, nil)
        if hasReachedLimit {
            task.state = task.isCleanup ? .delayed : .failed
        } else {
            task.state = task.isCleanup ? .ready : isObsolete ? .cancelled : .quarantined
        }
        if task.state == .delayed { task.due = wall + Int64(policy.maxBackoff * 1000) }
        if task.state == .quarantined { task.due = wall + Int64(policy.quarantineTimeout * 1000) }
        state.tasks[task.id] = task
        if task.isCleanup {
            if hasReachedLimit, job.isBeingCancelled { try end(job.id, as: .cancelled) }
        } else if job.isBeingCancelled {
            try continueCancellation(job.id)
        } else if hasReachedLimit, !job.state.isFinal {
            try end(job.id, as: .failed)
        } else {
            try taskWasReleased(job.id)
        }
    }

    /// Makes delayed tasks ready that are due; a time after the longest backoff means that the wall clock was set back.
    private mutating func wakeDelayed() {
        let longest = Int64(policy.maxBackoff * 1000)
        for var task in state.tasks.values where task.state == .delayed {
            guard let due = task.due, due <= wall || due > wall + longest else { continue }
            task.state = task.isAlone ? .quarantined : .ready
            task.due =
                task.isAlone
                ? wall + Int64(policy.quarantineTimeout * 1000)
                : task.abandonedBy.map { _ in wall + Self.abandonmentTimeout }
            task.isAlone = false
            state.tasks[task.id] = task
        }
    }

    // MARK: Deliveries

    /// Deliveries are claimed when they are due, become due again later, and end when they are delivered or abandoned.
    mutating func deliver(_ operation: Operation) throws {
        switch operation {
        case .claimDeliveries:
            for delivery in state.deliveries.values {
                guard observed.deliveries[delivery.id]?.attempts == delivery.attempts + 1 else {
                    continue
                }
                let latest = wall + Int64(max(60, policy.maxDeliveryBackoff) * 1000)
                guard let due = delivery.due, due <= wall || due > latest else {
                    throw ModelError(description: "a delivery was claimed before it was due")
                }
                state.deliveries[delivery.id]?.attempts += 1
                state.deliveries[delivery.id]?.due = wall + 60_000
            }
        case .delivered(let id): state.deliveries[id] = nil
        case .deliveryFailed(let id, let isPermanent):
            guard let delivery = state.deliveries[id] else { return }
            let age = Double(wall - (state.events[delivery.event]?.time ?? 0)) / 1000
            let isAbandoned =
                isPermanent || delivery.attempts >= policy.maxDeliveryAttempts
                || age > policy.maxEventAge
            let range = backoff(delivery.attempts, atMost: policy.maxDeliveryBackoff)
            let next = isAbandoned ? nil : try dueTime(observed.deliveries[id]?.due, in: range)
            state.deliveries[id]?.due = next
        default: break
        }
    }
}

extension ModelTask {
    /// The lease of the task's worker.
    fileprivate func lease(_ worker: Int64) -> Lease {
        Lease(job: job, task: id, fencingToken: fencingToken, worker: worker)
    }
}
