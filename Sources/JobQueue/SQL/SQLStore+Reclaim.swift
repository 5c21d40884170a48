internal import Synchronization

extension SQLStatement {
    fileprivate static let lastHeartbeats = SQLStatement(
        "last_heartbeats", "SELECT id, heartbeat FROM worker")
    /// Locks a worker, unless it sends a heartbeat or another process reclaims its tasks at the same time.
    fileprivate static let lockedExpiredWorker = SQLStatement(
        "locked_expired_worker",
        "SELECT id FROM worker WHERE id = $1 AND heartbeat = $2 {lock skipping}")
    /// Lists deleted workers that hold tasks: they claimed at the time of their deletion.
    fileprivate static let deletedWorkers = SQLStatement(
        "deleted_workers",
        """
        SELECT DISTINCT worker FROM task WHERE worker IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = task.worker) LIMIT 50
        """)
    fileprivate static let reclaimTask = SQLStatement(
        "reclaim_task",
        """
        UPDATE task SET reclaims = reclaims + 1, worker = NULL, state = $4, failure = $5, progress = 0, due = {now} + $6,
            crash_count = $7, consecutive_crashes = $8, alone = 0, abandoned_by = NULL,
            virtual_start = \(clampedVirtualStart)
        WHERE id = $1 AND fencing_token = $2 AND coalesce(worker, 0) = $3 AND state = \(task: .running)
        RETURNING cost, cpu_seconds
        """)
}

extension SQLStore {
    /// Takes tasks from workers whose lease has expired.
    func reclaimTasks() async throws -> Maintenance {
        let policy = policy
        return try await transaction { session in
            let rows = try session.rows(.lastHeartbeats, [])
            let heartbeats = try Dictionary(
                uniqueKeysWithValues: rows.map {
                    (try $0.integer("id"), try $0.integer("heartbeat"))
                })
            // Within the transaction, which may have waited for an unreachable store.
            let expired = try self.heartbeatMonitor.withLock {
                $0.observe(
                    heartbeats, at: self.clocks.monotonic(), lease: .seconds(policy.leaseDuration))
            }.prefix(50).filter { id in
                try session.row(
                    .lockedExpiredWorker, [.integer(id), .init(heartbeats[id])]) != nil
            }
            var outcome = Maintenance(expiredWorkers: expired.count)
            let deleted = try session.rows(.deletedWorkers, []).map { try $0.integer("worker") }
            for worker in expired + deleted {
                let tasks = try session.rows(.tasksOfWorker, [.integer(worker)])
                for row in tasks {
                    let isOnly = tasks.count == 1
                    switch try session.reclaim(row, worker: worker, isOnly: isOnly, policy) {
                    case .requeued: outcome.requeuedTasks += 1
                    case .failed: outcome.failedTasks += 1
                    case .none: break
                    }
                }
                try session.delete(worker: worker)
            }
            return outcome
        }
    }
}

/// The outcome of a reclaim.
private enum Reclaim {
    /// Another worker may claim the task.
    case requeued
    /// The task has reached a limit of the policy.
    case failed
}

extension SQLSession {
    /// Takes a task from a worker whose lease has expired.
    ///
    /// - Parameters:
    ///   - row: The task.
    ///   - worker: The worker that held the task.
    ///   - isOnly: Whether the worker held no other task.
    ///   - policy: The limits of crashes and reclaims.
    /// - Returns: The outcome; `nil` if the task's publication has an unknown outcome, or if it is not running.
    /// - Throws: The errors of the database.
    fileprivate func reclaim(
        _ row: SQLRow, worker: Int64, isOnly: Bool, _ policy: QueuePolicy
    ) throws -> Reclaim? {
        let lease = try Lease(row, worker: worker)
        guard let job = try lock(lease.job) else { return nil }
        if try row.integer("state") == Int64(TaskState.publishing.rawValue) {
            try run(.orphanPublication, lease.values)
            return nil
        }
        let isObsolete = job.record.isCancelRequested || job.record.state.isFinal
        let isCleanup = try taskKind(lease.task) == NewTask.cleanup
        let crashes = try CrashCounts(row, isOnly: isOnly)
        // A cleanup reads no upload and is no suspect; it does not become a dead letter, as its files must be removed.
        let hasReachedLimit =
            isCleanup ? crashes.reclaims >= policy.maxReclaims : crashes.areFatal(policy)
        let state: TaskState =
            hasReachedLimit
            ? (isCleanup ? .delayed : .failed)
            : isCleanup ? .ready : isObsolete ? .cancelled : .quarantined
        let count = isCleanup ? crashes.reclaims : crashes.total
        let failure = hasReachedLimit ? TaskFailure.workerLost(times: count) : nil
        let delay: Double? =
            switch state {
            case .delayed: policy.maxBackoff
            case .quarantined: policy.quarantineTimeout
            default: nil
            }
        let values: [SQLValue] = [
            .init(state), .init(try failure?.json), .init(delay.map { Int64($0 * 1000) }),
            .init(crashes.total), .init(crashes.consecutive),
        ]
        guard let reclaimed = try self.row(.reclaimTask, lease.values + values) else { return nil }
        if isCleanup {
            // A cleanup that cannot run does not prevent the cancellation of its job.
            if hasReachedLimit, job.record.isCancelRequested, !job.record.state.isFinal {
                try end(job, as: .cancelled)
            }
        } else if job.record.isCancelRequested {
            try continueCancellation(job)
        } else if let failure, !job.record.state.isFinal {
            try end(job, as: .failed, failure: failure)
        } else {
            try taskWasReleased(job)
        }
        // The CPU time since the last report is unknown: the estimate remains charged.
        if !isCleanup {
            try charge(job.record, try TaskCost(reclaimed).correction(isOver: false))
        }
        return hasReachedLimit ? .failed : .requeued
    }
}

/// A task's crash counts, with the present reclaim.
///
/// A reclaim counts as a crash only if the worker ran no other task: otherwise any of its tasks may be the cause.
private struct CrashCounts {
    let reclaims: Int
    let total: Int
    let consecutive: Int
    private let isCrash: Bool

    /// Reads the columns of `tasksOfWorker`.
    init(_ row: SQLRow, isOnly: Bool) throws {
        reclaims = Int(try row.integer("reclaims")) + 1
        isCrash = try isOnly && row.flag("alone")
        let before = Int(try row.integer("consecutive_crashes"))
        total = Int(try row.integer("crash_count")) + (isCrash ? 1 : 0)
        // An attempt that completed an artifact has advanced the task.
        let hasAdvanced = try row.integer("artifacts") > 0
        consecutive = isCrash ? (hasAdvanced ? 0 : before + 1) : before
    }

    func areFatal(_ policy: QueuePolicy) -> Bool {
        isCrash && (consecutive >= policy.maxConsecutiveCrashes || total >= policy.maxCrashes)
    }
}
