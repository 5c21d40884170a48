extension SQLStatement {
    /// The CPU time of the attempt after a report, in seconds; `NULL` while it is unknown.
    private static func reported(_ seconds: SQLText) -> SQLText {
        "{greatest}(coalesce(cpu_seconds, \(seconds)), coalesce(\(seconds), cpu_seconds))"
    }
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
        UPDATE task SET progress = {greatest}(progress, $4), artifacts = {greatest}(artifacts, $5),
            cpu_seconds = \(reported("$6"))
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
            publication = NULL, alone = 0, cpu_seconds = \(reported("$5"))
        WHERE \(isLeased) RETURNING kind, dependents, cost, cpu_seconds
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
            attempts = attempts + 1, alone = 0, consecutive_crashes = 0, abandoned_by = $7, cpu_seconds = \(reported("$8"))
        WHERE \(isLeased)
        """)
    /// Clears the remaining time, which is unknown while no task runs; a running task reports it again within a second.
    fileprivate static let clearRemaining = SQLStatement(
        "clear_remaining", "UPDATE job SET remaining = NULL WHERE id = $1")
    fileprivate static let kindAndSuspicion = SQLStatement(
        "kind_and_suspicion", "SELECT kind, alone FROM task WHERE id = $1")
    fileprivate static let attempts = SQLStatement(
        "attempts", "SELECT attempts, kind, cost, cpu_seconds FROM task WHERE \(isLeased)")
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
                + CASE WHEN $4 = \(task: .delayed) THEN CAST(1 + {greatest}(1, cost * 1000) AS bigint) ELSE 0 END,
            cpu_seconds = \(reported("$6"))
        WHERE \(isLeased) RETURNING cost, cpu_seconds
        """)
    fileprivate static let expectedCost = SQLStatement(
        "expected_cost", "SELECT cost FROM task WHERE \(isLeased)")
    fileprivate static let setCost = SQLStatement(
        "set_cost", "UPDATE task SET cost = $4 WHERE \(isLeased)")
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
                lease.values + [
                    .real(fraction), .init(progress.artifacts),
                    .init(TaskCost.validated(progress.cpuSeconds)),
                ])
            guard let job = found.job, found.row != nil else { return .stale }
            guard !job.record.state.isFinal else { return .applied }
            // A job that is being cancelled does not start, neither by its cleanup nor by a task that is about to stop.
            if job.record.state == .queued, !job.record.isCancelRequested {
                try session.run(.start, [.init(lease.job)])
                try session.record(.started, of: job.record)
            }
            try session.run(
                .reportJob, [.init(lease.job), .init(progress.remaining), .init(progress.note)])
            if let cost = TaskCost.validated(progress.expectedCPUSeconds) {
                try session.replaceEstimate(of: lease, by: cost, job.record)
            }
            return .applied
        }
    }

    public func complete(
        _ lease: Lease, result: String?, adding tasks: [NewTask], cpuSeconds: Double?
    ) async throws -> Transition {
        try await transaction { session in
            let found = try session.lock(
                lease.job, and: .completeTask,
                lease.values + [.init(result), .init(TaskCost.validated(cpuSeconds))])
            guard let job = found.job else { return .stale }
            guard let row = found.row else {
                return try session.isCompleted(lease) ? .applied : .stale
            }
            if try row.text("kind") == NewTask.cleanup {
                try session.cleanupWasCompleted(job)
                return .applied
            }
            try session.taskWasCompleted(
                lease, of: job, result: result, adding: tasks,
                hasDependents: row.integer("dependents") > 0)
            try session.charge(job.record, try TaskCost(row).correction(isOver: true))
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

    public func fail(
        _ lease: Lease, _ failure: TaskFailure, cpuSeconds: Double?
    ) async throws -> FailureOutcome {
        let (policy, random) = (policy, clocks.fraction())
        return try await transaction { try $0.fail(lease, failure, policy, random, cpuSeconds) }
    }

    public func abandon(
        _ lease: Lease, _ failure: TaskFailure, cpuSeconds: Double?
    ) async throws -> FailureOutcome {
        let (policy, random) = (policy, clocks.fraction())
        return try await transaction { session in
            guard try session.lock(lease.job) != nil else { return .stale }
            // The outcome of a publication must be determined.
            if try session.deferPublication(lease, policy, random) { return .retried(after: 0) }
            return try session.fail(
                lease, failure, policy, random, cpuSeconds, abandonedBy: lease.worker)
        }
    }

    public func release(
        _ lease: Lease, after seconds: Double, cpuSeconds: Double?
    ) async throws -> Transition {
        // A task that is delayed for longer would be taken for one whose clock was set back.
        let delay = min(seconds, policy.maxBackoff)
        return try await transaction { session in
            guard let job = try session.lock(lease.job) else { return .stale }
            let isReleased = try session.release(
                lease, of: job, after: delay, cpuSeconds: cpuSeconds)
            return isReleased ? .applied : .stale
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

    /// Continues a job after one of its tasks was completed.
    fileprivate func taskWasCompleted(
        _ lease: Lease, of job: JobRow, result: String?, adding tasks: [NewTask],
        hasDependents: Bool
    ) throws {
        guard !job.record.state.isFinal else { return try taskWasReleased(job) }
        // A published package stays published, even if cancellation was requested meanwhile.
        if job.record.isCancelRequested, !tasks.isEmpty || job.pending > 1 {
            return try continueCancellation(job)
        }
        try add(tasks, after: lease.task, to: job.record)
        if hasDependents {
            try run(.meetDependencies, [.integer(lease.task)])
            try readyTasks(of: lease.job)
        }
        try run(.addPending, [.init(lease.job), .init(tasks.count - 1)])
        if job.pending + tasks.count == 1 { try end(job, as: .completed, result: result) }
    }

    /// Replaces the CPU time that is expected of a task, by a better estimate.
    fileprivate func replaceEstimate(
        of lease: Lease, by seconds: Double, _ job: JobRecord
    ) throws {
        guard let known = try row(.expectedCost, lease.values)?.real("cost"), known != seconds
        else { return }
        try run(.setCost, lease.values + [.real(seconds)])
        try charge(job, seconds - known)
    }

    /// Ends an attempt at a task.
    ///
    /// - Parameters:
    ///   - lease: The attempt's lease.
    ///   - failure: The reason.
    ///   - policy: The retry policy.
    ///   - random: A random number, 0..<1, for the backoff.
    ///   - cpuSeconds: The CPU time of the attempt, in seconds; `nil` if it is unknown.
    ///   - worker: The worker that abandoned the task and should not claim it again soon.
    /// - Returns: The outcome for the task.
    /// - Throws: The errors of the database.
    fileprivate func fail(
        _ lease: Lease, _ failure: TaskFailure, _ policy: QueuePolicy, _ random: Double,
        _ cpuSeconds: Double?, abandonedBy worker: Int64? = nil
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
            .init(TaskCost.validated(cpuSeconds)),
        ]
        try run(.failTask, lease.values + values)
        if isCleanup {
            // A cleanup that cannot run does not prevent the cancellation of its job.
            if hasReachedLimit, job.record.isCancelRequested, !job.record.state.isFinal {
                try end(job, as: .cancelled)
            }
            return .retried(after: backoff)
        }
        let outcome = try taskHasFailed(job, failure, isFinal: isFinal, backoff: backoff)
        let cost = try TaskCost(row, measured: cpuSeconds)
        try charge(job.record, cost.correction(isOver: state != .delayed))
        return outcome
    }

    /// Continues or ends a job after an attempt at one of its tasks has failed.
    private func taskHasFailed(
        _ job: JobRow, _ failure: TaskFailure, isFinal: Bool, backoff: Double
    ) throws -> FailureOutcome {
        if job.record.isCancelRequested {
            try continueCancellation(job)
            return .cancelled
        }
        guard !job.record.state.isFinal else {
            try taskWasReleased(job)
            return .final
        }
        guard isFinal else {
            try run(.clearRemaining, [.init(job.record.id)])
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
    ///   - cpuSeconds: The CPU time of the attempt, in seconds; `nil` if it is unknown.
    /// - Returns: Whether the lease was valid.
    /// - Throws: The errors of the database.
    func release(
        _ lease: Lease, of job: JobRow, after seconds: Double = 0, quarantine: Double? = nil,
        cpuSeconds: Double? = nil
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
        let values = [.init(state), delay, .init(TaskCost.validated(cpuSeconds))]
        guard let released = try row(.releaseTask, lease.values + values) else { return false }
        try run(.clearRemaining, [.init(lease.job)])
        if job.record.isCancelRequested {
            try continueCancellation(job)
        } else if !isCleanup {
            try taskWasReleased(job)
        }
        if !isCleanup {
            let cost = try TaskCost(released)
            try charge(job.record, cost.correction(isOver: state == .cancelled))
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
