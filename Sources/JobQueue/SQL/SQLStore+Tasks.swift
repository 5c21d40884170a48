extension SQLStatement {
    /// The task is leased with these values.
    ///
    /// `coalesce` prevents PostgreSQL's use of the index by worker, which seems smaller than the primary key while few tasks run,
    /// but contains an entry for each task that any worker ever held as long as a snapshot retains it. (A sum would not prevent
    /// it: a sum implies the index's condition.)
    private static let isLeased: SQLText = """
        id = $1 AND fencing_token = $2 AND coalesce(worker, 0) = $3 AND state IN (\(task: .running, .publishing))
        """

    fileprivate static let start = SQLStatement(
        "start",
        """
        UPDATE job SET state = \(job: .processing), started = coalesce(started, {now})
        WHERE id = $1 AND state = \(job: .queued)
        """)
    fileprivate static let reportTask = SQLStatement(
        "report_task",
        """
        UPDATE task SET progress = {greatest}(progress, $4), artifacts = {greatest}(artifacts, $5)
        WHERE \(isLeased) RETURNING id
        """)
    fileprivate static let reportJob = SQLStatement(
        "report_job",
        """
        UPDATE job SET remaining = $2, note = coalesce($3, note), progress = {greatest}(progress, coalesce((
            SELECT sum(cost * progress) / sum(cost) FROM task WHERE task.job = $1 AND cost > 0 AND kind <> \(kind: NewTask.cleanup)
        ), 0)) WHERE id = $1
        """)
    fileprivate static let completeTask = SQLStatement(
        "complete_task",
        """
        UPDATE task SET state = \(task: .done), worker = NULL, progress = 1, result = $4, failure = NULL,
            publication = NULL, alone = 0
        WHERE \(isLeased) RETURNING kind, dependents
        """)
    fileprivate static let taskOutcome = SQLStatement(
        "task_outcome", "SELECT state, fencing_token FROM task WHERE id = $1")
    fileprivate static let meetDependencies = SQLStatement(
        "meet_dependencies",
        """
        UPDATE task SET unmet_dependencies = unmet_dependencies - 1
        WHERE id IN (SELECT task FROM dependency WHERE prerequisite = $1)
        """)
    fileprivate static let dependents = SQLStatement(
        "dependents", "SELECT task FROM dependency WHERE prerequisite = $1")
    fileprivate static let addUnmetDependencies = SQLStatement(
        "add_unmet_dependencies",
        "UPDATE task SET unmet_dependencies = unmet_dependencies + $2 WHERE id = $1")
    fileprivate static let addPending = SQLStatement(
        "add_pending", "UPDATE job SET pending = pending + $2 WHERE id = $1")
    /// Excludes a task that was split into others from the job's expected CPU time.
    fileprivate static let clearCost = SQLStatement(
        "clear_cost", "UPDATE task SET cost = 0 WHERE id = $1")
    fileprivate static let beginPublishing = SQLStatement(
        "begin_publishing",
        """
        UPDATE task SET state = \(task: .publishing), publication = $4, publication_checks = 0, due = NULL
        WHERE \(isLeased) RETURNING id
        """)
    fileprivate static let failTask = SQLStatement(
        "fail_task",
        """
        UPDATE task SET state = $4, worker = NULL, publication = NULL, progress = 0, failure = $5, due = {now} + $6,
            attempts = attempts + 1, alone = 0, consecutive_crashes = 0, abandoned_by = $7
        WHERE \(isLeased)
        """)
    /// Clears the remaining time, which is unknown while no task runs; a running task reports it again within a second.
    fileprivate static let clearRemaining = SQLStatement(
        "clear_remaining", "UPDATE job SET remaining = NULL WHERE id = $1")
    fileprivate static let kindAndSuspicion = SQLStatement(
        "kind_and_suspicion", "SELECT kind, alone FROM task WHERE id = $1")
    fileprivate static let attempts = SQLStatement(
        "attempts", "SELECT attempts, kind FROM task WHERE \(isLeased)")
    /// Releases a task.
    ///
    /// A deferred task starts after others of its priority, as if it had run: otherwise a task whose output folder is full would
    /// be claimed again and again. A suspect that is deferred or quarantined was not run to an end and remains a suspect.
    fileprivate static let releaseTask = SQLStatement(
        "release_task",
        """
        UPDATE task SET state = $4, worker = NULL, publication = NULL, progress = 0, due = {now} + $5,
            alone = CASE WHEN $4 = \(task: .delayed) THEN alone ELSE 0 END,
            consecutive_crashes = CASE WHEN $4 IN (\(task: .delayed, .quarantined)) THEN consecutive_crashes ELSE 0 END,
            virtual_start = \(clampedVirtualStart)
                + CASE WHEN $4 = \(task: .delayed) THEN CAST(1 + {greatest}(1, cost * 1000) AS bigint) ELSE 0 END
        WHERE \(isLeased) RETURNING id
        """)
}

extension Lease {
    /// The values of `isLeased`.
    var values: [SQLValue] { [.integer(task), .integer(fencingToken), .integer(worker)] }
}

extension SQLStore {
    public func report(_ lease: Lease, _ progress: TaskProgress) async throws -> Transition {
        try await transaction(.relaxed) { session in
            let fraction = min(1, max(0, progress.fraction.isFinite ? progress.fraction : 0))
            let found = try session.lock(
                lease.job, and: .reportTask,
                lease.values + [.real(fraction), .init(progress.artifacts)])
            guard let job = found.job, found.row != nil else { return .stale }
            guard !job.record.state.isFinal else { return .applied }
            // A job that is being cancelled does not start, neither by its cleanup nor by a task that is about to stop.
            if job.record.state == .queued, !job.record.isCancelRequested {
                try session.run(.start, [.init(lease.job)])
                try session.record(.started, of: job.record)
            }
            try session.run(
                .reportJob, [.init(lease.job), .init(progress.remaining), .init(progress.note)])
            return .applied
        }
    }

    public func complete(
        _ lease: Lease, result: String?, adding tasks: [NewTask]
    ) async throws -> Transition {
        try await transaction { session in
            let found = try session.lock(
                lease.job, and: .completeTask, lease.values + [.init(result)])
            guard let job = found.job else { return .stale }
            guard let row = found.row else {
                return try session.isCompleted(lease) ? .applied : .stale
            }
            if try row.text("kind") == NewTask.cleanup {
                try session.cleanupWasCompleted(job)
                return .applied
            }
            if job.record.state.isFinal {
                try session.taskWasReleased(job)
                return .applied
            }
            // A published package stays published, even if cancellation was requested meanwhile.
            if job.record.isCancelRequested, !tasks.isEmpty || job.pending > 1 {
                try session.continueCancellation(job)
                return .applied
            }
            try session.add(tasks, after: lease.task, to: job.record)
            if try row.integer("dependents") > 0 {
                try session.run(.meetDependencies, [.integer(lease.task)])
                try session.readyTasks(of: lease.job)
            }
            try session.run(.addPending, [.init(lease.job), .init(tasks.count - 1)])
            if job.pending + tasks.count == 1 {
                try session.end(job, as: .completed, result: result)
            }
            return .applied
        }
    }

    public func beginPublishing(_ lease: Lease, record: String) async throws -> Transition {
        try await transaction(.durable) { session in
            guard let job = try session.lock(lease.job)?.record, !job.state.isFinal,
                !job.isCancelRequested
            else { return .stale }
            let task = try session.row(.beginPublishing, lease.values + [.text(record)])
            return task == nil ? .stale : .applied
        }
    }

    public func fail(_ lease: Lease, _ failure: TaskFailure) async throws -> FailureOutcome {
        let (policy, random) = (policy, clocks.fraction())
        return try await transaction { try $0.fail(lease, failure, policy, random) }
    }

    public func abandon(
        _ lease: Lease, _ failure: TaskFailure
    ) async throws -> FailureOutcome {
        let (policy, random) = (policy, clocks.fraction())
        return try await transaction { session in
            guard try session.lock(lease.job) != nil else { return .stale }
            // The outcome of a publication must be determined.
            if try session.deferPublication(lease, policy, random) { return .retried(after: 0) }
            return try session.fail(lease, failure, policy, random, abandonedBy: lease.worker)
        }
    }

    public func release(_ lease: Lease, after seconds: Double) async throws -> Transition {
        try await transaction { session in
            guard let job = try session.lock(lease.job) else { return .stale }
            return try session.release(lease, of: job, after: seconds) ? .applied : .stale
        }
    }
}

extension SQLSession {
    /// Returns whether an earlier call with the same lease has completed the task.
    fileprivate func isCompleted(_ lease: Lease) throws -> Bool {
        guard let outcome = try row(.taskOutcome, [.integer(lease.task)]) else { return false }
        return try outcome.integer("state") == Int64(TaskState.done.rawValue)
            && outcome.integer("fencing_token") == lease.fencingToken
    }

    /// Ends an attempt at a task.
    ///
    /// - Parameters:
    ///   - lease: The attempt's lease.
    ///   - failure: The reason.
    ///   - policy: The retry policy.
    ///   - random: A random number, 0..<1, for the backoff.
    ///   - worker: The worker that abandoned the task and should not claim it again soon.
    /// - Returns: The outcome for the task.
    /// - Throws: The errors of the database.
    fileprivate func fail(
        _ lease: Lease, _ failure: TaskFailure, _ policy: QueuePolicy, _ random: Double,
        abandonedBy worker: Int64? = nil
    ) throws -> FailureOutcome {
        let found = try lock(lease.job, and: .attempts, lease.values)
        guard let job = found.job, let row = found.row else { return .stale }
        let attempts = Int(try row.integer("attempts")) + 1
        let isObsolete = job.record.isCancelRequested || job.record.state.isFinal
        let isCleanup = try row.text("kind") == NewTask.cleanup
        let hasReachedLimit = failure.endsJob || attempts >= policy.maxAttempts
        // A cleanup does not become a dead letter: the disk or its server may respond again.
        let isFinal = hasReachedLimit && !isCleanup
        let backoff = isFinal ? 0 : policy.backoff(after: attempts, using: random)
        let state: TaskState =
            isFinal ? .failed : isObsolete && !isCleanup ? .cancelled : .delayed
        let values: [SQLValue] = [
            .init(state), .init(try failure.json), .init(Int64(backoff * 1000)), .init(worker),
        ]
        try run(.failTask, lease.values + values)
        if isCleanup {
            // A cleanup that cannot run does not prevent the cancellation of its job.
            if hasReachedLimit, job.record.isCancelRequested, !job.record.state.isFinal {
                try end(job, as: .cancelled)
            }
            return .retried(after: backoff)
        }
        if job.record.isCancelRequested {
            try continueCancellation(job)
            return .cancelled
        }
        guard !job.record.state.isFinal else {
            try taskWasReleased(job)
            return .final
        }
        guard isFinal else {
            try run(.clearRemaining, [.init(lease.job)])
            return .retried(after: backoff)
        }
        try end(job, as: .failed, failure: failure)
        return .final
    }

    /// Releases a task if the lease is valid.
    ///
    /// - Parameters:
    ///   - lease: The task's lease.
    ///   - job: The task's job, locked.
    ///   - seconds: The time before which the task is not claimed, in seconds from now.
    ///   - quarantine: The quarantine timeout, in seconds, for a suspect that was not run and remains a suspect.
    /// - Returns: Whether the lease was valid.
    /// - Throws: The errors of the database.
    func release(
        _ lease: Lease, of job: JobRow, after seconds: Double = 0, quarantine: Double? = nil
    ) throws -> Bool {
        let isObsolete = job.record.isCancelRequested || job.record.state.isFinal
        let task = try row(.kindAndSuspicion, [.integer(lease.task)])
        let isCleanup = try task?.text("kind") == NewTask.cleanup
        let quarantine = try task?.flag("alone") == true ? quarantine : nil
        let state: TaskState =
            isObsolete && !isCleanup
            ? .cancelled : quarantine != nil ? .quarantined : seconds > 0 ? .delayed : .ready
        let delay: SQLValue =
            switch state {
            case .delayed: .integer(Int64(seconds * 1000))
            case .quarantined: .init(quarantine.map { Int64($0 * 1000) })
            default: .null
            }
        guard try row(.releaseTask, lease.values + [.init(state), delay]) != nil else {
            return false
        }
        try run(.clearRemaining, [.init(lease.job)])
        if job.record.isCancelRequested {
            try continueCancellation(job)
        } else if !isCleanup {
            try taskWasReleased(job)
        }
        return true
    }

    /// Adds tasks to a job; tasks that depend on the task which adds them depend on each of them as well.
    fileprivate func add(_ tasks: [NewTask], after task: Int64, to job: JobRecord) throws {
        guard !tasks.isEmpty else { return }
        let dependents = try rows(.dependents, [.integer(task)]).map { try $0.integer("task") }
        let ids = try insert(
            tasks, of: job.id, tenant: job.tenant, priority: job.priority, isAdmitted: true,
            dependents: dependents.count)
        for dependent in dependents {
            for id in ids { try addDependency(of: dependent, on: id) }
            try run(.addUnmetDependencies, [.integer(dependent), .init(ids.count)])
        }
        try run(.clearCost, [.integer(task)])
    }
}
