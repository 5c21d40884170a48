extension SQLStatement {
    /// Only the holder of the lease gets past this.
    ///
    /// `coalesce` keeps PostgreSQL from the index by worker, which looks smaller than the one by id while few tasks run, but has an
    /// entry for each task that any worker ever had, as long as a snapshot keeps them. (A sum would not: it implies the index's condition.)
    private static let fence =
        "id = $1 AND epoch = $2 AND coalesce(worker, 0) = $3 AND state IN (3, 4)"

    fileprivate static let start = SQLStatement(
        "start",
        "UPDATE job SET state = 1, started = coalesce(started, {now}) WHERE id = $1 AND state = 0")
    fileprivate static let reportTask = SQLStatement(
        "report_task",
        """
        UPDATE task SET progress = {greatest}(progress, $4), artifacts = {greatest}(artifacts, $5)
        WHERE \(fence) RETURNING id
        """)
    fileprivate static let reportJob = SQLStatement(
        "report_job",
        """
        UPDATE job SET remaining = $2, note = coalesce($3, note), progress = {greatest}(progress, coalesce((
            SELECT sum(cost * progress) / sum(cost) FROM task WHERE task.job = $1 AND cost > 0 AND kind <> 'cleanup'
        ), 0)) WHERE id = $1
        """)
    fileprivate static let completeTask = SQLStatement(
        "complete_task",
        """
        UPDATE task SET state = 5, worker = NULL, progress = 1, result = $4, failure = NULL, publication = NULL, alone = 0
        WHERE \(fence) RETURNING kind, dependents, id
        """)
    fileprivate static let outcome = SQLStatement(
        "outcome", "SELECT state, epoch FROM task WHERE id = $1")
    fileprivate static let releaseDependents = SQLStatement(
        "release_dependents",
        "UPDATE task SET needs = needs - 1 WHERE id IN (SELECT task FROM need WHERE needed = $1)")
    fileprivate static let dependents = SQLStatement(
        "dependents", "SELECT task FROM need WHERE needed = $1")
    fileprivate static let shareDependents = SQLStatement(
        "share_dependents", "UPDATE task SET needs = needs + $2 WHERE id = $1")
    fileprivate static let countDown = SQLStatement(
        "count_down",
        "UPDATE job SET pending = pending + $2 WHERE id = $1")
    /// What has made others of itself is no part of the work any more.
    fileprivate static let weighNothing = SQLStatement(
        "weigh_nothing", "UPDATE task SET cost = 0 WHERE id = $1")
    fileprivate static let beginPublishing = SQLStatement(
        "begin_publishing",
        "UPDATE task SET state = 4, publication = $4, looks = 0, due = NULL WHERE \(fence) RETURNING id"
    )
    fileprivate static let failTask = SQLStatement(
        "fail_task",
        """
        UPDATE task SET state = $4, worker = NULL, publication = NULL, progress = 0, failure = $5, due = {now} + $6,
            attempts = attempts + 1, alone = 0, crashes_in_row = 0, avoids = $7
        WHERE \(fence)
        """)
    /// Nobody knows while nobody works on it; if others do, they say so again in a second.
    fileprivate static let forgetRemaining = SQLStatement(
        "forget_remaining", "UPDATE job SET remaining = NULL WHERE id = $1")
    fileprivate static let kindAndSuspicion = SQLStatement(
        "kind_and_suspicion", "SELECT kind, alone FROM task WHERE id = $1")
    fileprivate static let attempts = SQLStatement(
        "attempts", "SELECT attempts, kind FROM task WHERE \(fence)")
    /// What is put off (state 2) goes behind others of its lane, as if its turn had been used: else what has no room in its output
    /// folder would have the next turn, too, and the one after that.
    ///
    /// A suspect that is put off, or goes back into quarantine (state 8), was not run to any end: it stays one.
    fileprivate static let releaseTask = SQLStatement(
        "release_task",
        """
        UPDATE task SET state = $4, worker = NULL, publication = NULL, progress = 0, due = {now} + $5,
            alone = CASE WHEN $4 = 2 THEN alone ELSE 0 END,
            crashes_in_row = CASE WHEN $4 IN (2, 8) THEN crashes_in_row ELSE 0 END,
            place = {greatest}(place, (SELECT clock FROM lane WHERE lane.priority = task.priority))
                + CASE WHEN $4 = 2 THEN CAST(1 + {greatest}(1, cost * 1000) AS bigint) ELSE 0 END
        WHERE \(fence) RETURNING id
        """)
}

extension Lease {
    /// The values of the fence.
    var values: [SQLValue] { [.integer(task), .integer(epoch), .integer(worker)] }
}

extension SQLStore {
    public func report(_ lease: Lease, _ progress: TaskProgress) async throws -> Transition {
        try await transaction(.loose) { session in
            let fraction = min(1, max(0, progress.fraction.isFinite ? progress.fraction : 0))
            let found = try session.lock(
                lease.job, and: .reportTask,
                lease.values + [.real(fraction), .init(progress.artifacts)])
            guard let job = found.job, found.row != nil else { return .stale }
            guard !job.record.state.isFinal else { return .made }
            if job.record.state == .queued {
                try session.run(.start, [.init(lease.job)])
                try session.tell(.started, job.record)
            }
            try session.run(
                .reportJob, [.init(lease.job), .init(progress.remaining), .init(progress.note)])
            return .made
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
                // Perhaps this is said again because the answer got lost.
                let outcome = try session.row(.outcome, [.integer(lease.task)])
                let isDone =
                    try outcome?.integer(0) == Int64(TaskState.done.rawValue)
                    && outcome?.integer(1) == lease.epoch
                return isDone ? .made : .stale
            }
            if try row.text(0) == NewTask.cleanup {
                try session.cleanedUp(job)
                return .made
            }
            if job.record.state.isFinal {
                try session.letGo(of: job)
                return .made
            }
            // What was published is published, also if somebody wants the job's end by now.
            if job.record.isCancelling, !tasks.isEmpty || job.pending > 1 {
                try session.settle(cancelled: job)
                return .made
            }
            try session.add(tasks, after: lease.task, to: job.record)
            if try row.integer(1) > 0 {
                try session.run(.releaseDependents, [.integer(lease.task)])
                try session.readyTasks(of: lease.job)
            }
            try session.run(.countDown, [.init(lease.job), .init(tasks.count - 1)])
            if job.pending + tasks.count == 1 {
                try session.end(job, as: .completed, result: result)
            }
            return .made
        }
    }

    public func beginPublishing(_ lease: Lease, record: String) async throws -> Transition {
        try await transaction(.kept) { session in
            guard let job = try session.lock(lease.job)?.record, !job.state.isFinal,
                !job.isCancelling
            else { return .stale }
            let task = try session.row(.beginPublishing, lease.values + [.text(record)])
            return task == nil ? .stale : .made
        }
    }

    public func fail(_ lease: Lease, _ failure: TaskFailure) async throws -> FailureOutcome {
        let policy = policy
        return try await transaction { try $0.fail(lease, failure, policy) }
    }

    public func abandon(
        _ lease: Lease, _ failure: TaskFailure
    ) async throws -> FailureOutcome {
        let policy = policy
        return try await transaction { session in
            guard try session.lock(lease.job) != nil else { return .stale }
            // What became of a publication must be found out.
            if try session.putOff(lease, policy) { return .retried(after: 0) }
            return try session.fail(lease, failure, policy, avoiding: lease.worker)
        }
    }

    public func release(_ lease: Lease, after seconds: Double) async throws -> Transition {
        try await transaction { session in
            guard let job = try session.lock(lease.job) else { return .stale }
            return try session.release(lease, of: job, after: seconds) ? .made : .stale
        }
    }
}

extension SQLSession {
    /// Ends an attempt at a task.
    ///
    /// - Parameters:
    ///   - lease: The right to say so.
    ///   - failure: Why it ended.
    ///   - policy: How often it is tried again, and when.
    ///   - worker: The worker that should not try it again soon.
    /// - Returns: What becomes of the task.
    /// - Throws: What the database throws.
    fileprivate func fail(
        _ lease: Lease, _ failure: TaskFailure, _ policy: QueuePolicy,
        avoiding worker: Int64? = nil
    ) throws -> FailureOutcome {
        let found = try lock(lease.job, and: .attempts, lease.values)
        guard let job = found.job, let row = found.row else { return .stale }
        let attempts = Int(try row.integer(0)) + 1
        let isUnwanted = job.record.isCancelling || job.record.state.isFinal
        let isCleanup = try row.text(1) == NewTask.cleanup
        let isHopeless = failure.isPermanent || attempts >= policy.attempts
        // What is to be removed is not given up: the disk, or its server, comes back some day.
        let isFinal = isHopeless && !isCleanup
        let wait = isFinal ? 0 : policy.delay(after: attempts)
        let state: TaskState =
            isFinal ? .failed : isUnwanted && !isCleanup ? .cancelled : .delayed
        let values: [SQLValue] = [
            .init(state), .init(try failure.json), .init(Int64(wait * 1000)), .init(worker),
        ]
        try run(.failTask, lease.values + values)
        if isCleanup {
            // But it keeps no job from its end.
            if isHopeless, job.record.isCancelling, !job.record.state.isFinal {
                try end(job, as: .cancelled)
            }
            return .retried(after: wait)
        }
        if job.record.isCancelling {
            try settle(cancelled: job)
            return .cancelled
        }
        guard !job.record.state.isFinal else {
            try letGo(of: job)
            return .final
        }
        guard isFinal else {
            try run(.forgetRemaining, [.init(lease.job)])
            return .retried(after: wait)
        }
        try end(job, as: .failed, failure: failure)
        return .final
    }

    /// Gives a task back, if the lease is good.
    ///
    /// - Parameters:
    ///   - lease: The right to do so.
    ///   - job: The task's job, locked.
    ///   - seconds: Until it may be claimed again.
    ///   - quarantine: Of a suspect that was not run: seconds until a busy worker becomes idle for it. It stays a suspect then.
    /// - Returns: Whether the lease was good.
    /// - Throws: What the database throws.
    func release(
        _ lease: Lease, of job: JobRow, after seconds: Double = 0, quarantine: Double? = nil
    ) throws -> Bool {
        let isUnwanted = job.record.isCancelling || job.record.state.isFinal
        let task = try row(.kindAndSuspicion, [.integer(lease.task)])
        let isCleanup = try task?.text(0) == NewTask.cleanup
        let quarantine = try task?.flag(1) == true ? quarantine : nil
        let state: TaskState =
            isUnwanted && !isCleanup
            ? .cancelled : quarantine != nil ? .quarantined : seconds > 0 ? .delayed : .ready
        let wait: SQLValue =
            switch state {
            case .delayed: .integer(Int64(seconds * 1000))
            case .quarantined: .init(quarantine.map { Int64($0 * 1000) })
            default: .null
            }
        guard try row(.releaseTask, lease.values + [.init(state), wait]) != nil else {
            return false
        }
        try run(.forgetRemaining, [.init(lease.job)])
        if job.record.isCancelling {
            try settle(cancelled: job)
        } else if !isCleanup {
            try letGo(of: job)
        }
        return true
    }

    /// Adds tasks to a job; what needs the task that adds them needs each of them instead.
    fileprivate func add(_ tasks: [NewTask], after task: Int64, to job: JobRecord) throws {
        guard !tasks.isEmpty else { return }
        let waiting = try rows(.dependents, [.integer(task)]).map { try $0.integer(0) }
        let ids = try insert(
            tasks, of: job.id, tenant: job.tenant, priority: job.priority, isAdmitted: true,
            dependents: waiting.count)
        for other in waiting {
            for id in ids { try link(other, needs: id) }
            try run(.shareDependents, [.integer(other), .init(ids.count)])
        }
        try run(.weighNothing, [.integer(task)])
    }
}
