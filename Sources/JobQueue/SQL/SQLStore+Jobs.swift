internal import Foundation

extension SQLStatement {
    fileprivate static let tasksOfJob = SQLStatement(
        "tasks_of_job",
        """
        SELECT id, kind, state, fencing_token, attempts, reclaims, worker, progress, due, failure, crash_count, alone
        FROM task WHERE job = $1 ORDER BY id
        """)
    fileprivate static let pendingTasks = SQLStatement(
        "pending_tasks",
        """
        SELECT count(*) AS count FROM task WHERE job = $1 AND state <> \(task: .done) AND kind <> \(kind: NewTask.cleanup)
        """)
    fileprivate static let reopenJob = SQLStatement(
        "reopen_job",
        """
        UPDATE job SET state = \(job: .queued), admission = $2, cancel_requested = 0, pruned = 0, pending = $3,
            started = NULL, finished = NULL, failure = NULL,
            progress = CASE WHEN EXISTS (
                SELECT 1 FROM task WHERE task.job = job.id AND state = \(task: .done) AND cost > 0
            ) THEN progress ELSE 0 END
        WHERE id = $1
        """)
    /// Marks completed tasks, whose files were removed, as failed; except tasks that have added tasks, whose cost is 0 since:
    /// they would add them again.
    fileprivate static let invalidateTasks = SQLStatement(
        "invalidate_tasks",
        """
        UPDATE task SET state = \(task: .failed)
        WHERE job = $1 AND state = \(task: .done) AND cost > 0 AND kind <> \(kind: NewTask.cleanup)
        """)
    fileprivate static let reopenTasks = SQLStatement(
        "reopen_tasks",
        """
        UPDATE task SET state = \(task: .waiting), attempts = 0, reclaims = 0, crash_count = 0, consecutive_crashes = 0,
            alone = 0, abandoned_by = NULL, due = NULL, progress = 0,
            applied_correction = coalesce((
                SELECT correction FROM virtual_finish
                WHERE virtual_finish.tenant = task.tenant AND virtual_finish.priority = task.priority
            ), 0),
            unmet_dependencies = (
                SELECT count(*) FROM dependency JOIN task AS other ON other.id = dependency.prerequisite
                WHERE dependency.task = task.id AND other.state <> \(task: .done)
            )
        WHERE job = $1 AND state IN (\(task: .failed, .cancelled)) AND kind <> \(kind: NewTask.cleanup)
        RETURNING cost
        """)
    fileprivate static let cancelCleanups = SQLStatement(
        "cancel_cleanups",
        """
        UPDATE task SET state = \(task: .cancelled) WHERE job = $1 AND kind = \(kind: NewTask.cleanup)
        AND state IN (\(task: .waiting, .ready, .delayed, .done, .failed)) RETURNING id
        """)
    fileprivate static let runningCleanups = SQLStatement(
        "running_cleanups",
        """
        SELECT count(*) AS count FROM task
        WHERE job = $1 AND kind = \(kind: NewTask.cleanup) AND state IN (\(task: .running, .publishing))
        """)
    fileprivate static let pause = SQLStatement(
        "pause", "INSERT INTO setting (name, value) VALUES ('paused', '1') ON CONFLICT DO NOTHING")
    fileprivate static let resume = SQLStatement(
        "resume", "DELETE FROM setting WHERE name = 'paused'")
}

extension SQLStore {
    public func job(_ id: JobID) async throws -> JobRecord? {
        try await database.single(.read, .job, [.init(id)]).first.map { try JobRow($0).record }
    }

    public func jobs(_ filter: JobFilter) async throws -> [JobRecord] {
        // `coalesce` prevents the use of the index by state without a condition on states: PostgreSQL would sort all jobs.
        var conditions: [SQLText] = [
            filter.states.isEmpty ? "coalesce(pruned, 0) = 0" : "pruned = 0"
        ]
        var values: [SQLValue] = []
        func add(_ condition: SQLText, _ value: SQLValue) {
            values.append(value)
            conditions.append("\(condition) $\(values.count)")
        }
        if !filter.states.isEmpty {
            conditions.append("state IN (\(filter.states.list))")
        }
        if let tenant = filter.tenant { add("tenant =", .text(tenant)) }
        if let before = filter.before { add("id <", .init(before)) }
        values.append(.init(min(10_000, max(0, filter.limit))))
        let condition = conditions.joined(separator: " AND ")
        // One name for each of the few forms of the statement.
        let statement = SQLStatement(
            "jobs where \(condition.text)",
            """
            SELECT \(JobRow.columns) FROM job WHERE \(condition) ORDER BY id DESC LIMIT $\(values.count)
            """)
        return try await database.single(.read, statement, values).map {
            try JobRow($0).record
        }
    }

    public func tasks(of job: JobID) async throws -> [TaskRecord] {
        try await database.single(.read, .tasksOfJob, [.init(job)]).map { row in
            guard let state = TaskState(rawValue: Int(try row.integer("state"))) else {
                throw SQLDecodingError.unexpected("state")
            }
            return TaskRecord(
                id: try row.integer("id"), kind: try row.text("kind"), state: state,
                fencingToken: try row.integer("fencing_token"),
                attempts: Int(try row.integer("attempts")),
                reclaims: Int(try row.integer("reclaims")),
                crashCount: Int(try row.integer("crash_count")),
                isQuarantined: try state == .quarantined || row.flag("alone"),
                worker: try row.optionalInteger("worker"), progress: try row.real("progress"),
                due: try row.optionalInteger("due"), failure: try row.optionalFailure("failure"))
        }
    }

    public func cancel(_ id: JobID) async throws -> JobRecord {
        let missing = noSuchJob(id)
        return try await transaction(.durable) { session in
            guard let job = try session.lock(id) else { throw missing }
            if !job.record.state.isFinal { try session.cancel(job) }
            guard let changed = try session.lock(id)?.record else { throw missing }
            return changed
        }
    }

    public func retry(_ id: JobID) async throws -> JobRecord {
        let missing = noSuchJob(id)
        return try await transaction(.durable) { session in
            guard let job = try session.lock(id)?.record else { throw missing }
            // A repeated call whose first response was lost: the job is open already.
            if !job.state.isFinal, !job.isCancelRequested { return job }
            try session.requireRetryable(job)
            // Cancelled first, so that the count below sees a claim that committed at the same time.
            let isCleanedUp = try session.row(.cancelCleanups, [.init(id)]) != nil
            guard try session.count(.runningCleanups, [.init(id)]) == 0 else {
                throw QueueError(
                    .notFailed, id.text, "a worker is removing its files",
                    advice: "retry it in a few seconds")
            }
            if isCleanedUp { try session.run(.invalidateTasks, [.init(id)]) }
            let costs = try session.rows(.reopenTasks, [.init(id)]).map { try $0.real("cost") }
            let pending = try session.count(.pendingTasks, [.init(id)])
            try session.requireQueueRoom(job.tenant)
            let isAdmitted = try session.admit(job.tenant)
            let admission: JobAdmission = isAdmitted ? .ready : .held
            try session.run(.reopenJob, [.init(id), .init(admission), .init(pending)])
            if isAdmitted { try session.readyTasks(of: id) }
            guard let changed = try session.lock(id)?.record else { throw missing }
            try session.record(.queued, of: changed)
            try session.charge(changed, costs.reduce(0, +))
            return changed
        }
    }

    public func setPaused(_ isPaused: Bool) async throws {
        _ = try await database.single(.durable, isPaused ? .pause : .resume, [])
    }
}

extension SQLSession {
    /// Checks that a job has failed, and that its idempotency key has not been used again.
    fileprivate func requireRetryable(_ job: JobRecord) throws {
        guard job.state == .failed else {
            throw QueueError(
                .notFailed, job.id.text, "it is \(job.state.name); only failed jobs can be retried",
                advice: "submit the upload again, with another idempotency key if necessary")
        }
        guard let other = try row(.jobOfKey, [.text(job.tenant), .text(job.key)]) else { return }
        let current = try JobRow(other).record.id
        guard current == job.id else {
            throw QueueError(
                .notFailed, job.id.text, "it was submitted again as job \(current)",
                advice: "see that job")
        }
    }
}

extension [JobState] {
    /// The states as a list in SQL.
    var list: SQLText {
        "\(jobs: Set(self).sorted { $0.rawValue < $1.rawValue })"
    }
}
