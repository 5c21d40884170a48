internal import Foundation

extension SQLStatement {
    fileprivate static let tasksOfJob = SQLStatement(
        "tasks_of_job",
        """
        SELECT id, kind, state, epoch, attempts, losses, worker, progress, due, failure, crashes, alone FROM task
        WHERE job = $1 ORDER BY id
        """)
    fileprivate static let pendingTasks = SQLStatement(
        "pending_tasks",
        "SELECT count(*) FROM task WHERE job = $1 AND state <> 5 AND kind <> 'cleanup'")
    fileprivate static let reopenJob = SQLStatement(
        "reopen_job",
        """
        UPDATE job SET state = 0, hold = $2, cancelling = 0, forgotten = 0, pending = $3, started = NULL,
            finished = NULL, failure = NULL,
            progress = CASE WHEN EXISTS (SELECT 1 FROM task WHERE task.job = job.id AND state = 5 AND cost > 0)
                THEN progress ELSE 0 END
        WHERE id = $1
        """)
    /// What was done and is removed by now, as if it had failed; but not what has added tasks, which weighs nothing since: it would
    /// add them once more.
    fileprivate static let undoTasks = SQLStatement(
        "undo_tasks",
        "UPDATE task SET state = 6 WHERE job = $1 AND state = 5 AND cost > 0 AND kind <> 'cleanup'")
    fileprivate static let reopenTasks = SQLStatement(
        "reopen_tasks",
        """
        UPDATE task SET state = 0, attempts = 0, losses = 0, crashes = 0, crashes_in_row = 0, alone = 0, avoids = NULL,
            due = NULL, progress = 0,
            needs = (SELECT count(*) FROM need JOIN task AS other ON other.id = need.needed
                WHERE need.task = task.id AND other.state <> 5)
        WHERE job = $1 AND state IN (6, 7) AND kind <> 'cleanup'
        """)
    fileprivate static let dropCleanups = SQLStatement(
        "drop_cleanups",
        "UPDATE task SET state = 7 WHERE job = $1 AND kind = 'cleanup' AND state IN (0, 1, 2, 5, 6) RETURNING id"
    )
    fileprivate static let runningCleanups = SQLStatement(
        "running_cleanups",
        "SELECT count(*) FROM task WHERE job = $1 AND kind = 'cleanup' AND state IN (3, 4)")
    /// `coalesce` keeps it from the index of what is listed, which looks smaller while the table is.
    fileprivate static func expired(_ states: [JobState]) -> SQLStatement {
        let list = states.list
        return SQLStatement(
            "expired_jobs \(list)",
            """
            SELECT id FROM job WHERE finished <= {now} - $1 AND coalesce(state, 0) IN (\(list))
            AND coalesce(forgotten, 0) = 0
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.job = job.id AND due IS NOT NULL)
            ORDER BY finished LIMIT $2
            """)
    }
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
        // `coalesce` keeps PostgreSQL from the index by state where no state is asked for: it would sort all there is.
        var conditions = [filter.states.isEmpty ? "coalesce(forgotten, 0) = 0" : "forgotten = 0"]
        var values: [SQLValue] = []
        func add(_ condition: String, _ value: SQLValue) {
            values.append(value)
            conditions.append(condition + " $\(values.count)")
        }
        if !filter.states.isEmpty {
            conditions.append("state IN (\(filter.states.list))")
        }
        if let tenant = filter.tenant { add("tenant =", .text(tenant)) }
        if let before = filter.before { add("id <", .init(before)) }
        values.append(.init(min(10_000, max(0, filter.limit))))
        let text = """
            SELECT \(JobRow.columns) FROM job WHERE \(conditions.joined(separator: " AND "))
            ORDER BY id DESC LIMIT $\(values.count)
            """
        // One name for each of the few forms that this text takes.
        let statement = SQLStatement("jobs where " + conditions.joined(separator: " "), text)
        return try await database.single(.read, statement, values).map {
            try JobRow($0).record
        }
    }

    public func tasks(of job: JobID) async throws -> [TaskRecord] {
        try await database.single(.read, .tasksOfJob, [.init(job)]).map { row in
            guard let state = TaskState(rawValue: Int(try row.integer(2))) else {
                throw SQLFault.value("a task's state")
            }
            return TaskRecord(
                id: try row.integer(0), kind: try row.text(1), state: state,
                epoch: try row.integer(3), attempts: Int(try row.integer(4)),
                losses: Int(try row.integer(5)), crashes: Int(try row.integer(10)),
                isQuarantined: try state == .quarantined || row.flag(11),
                worker: try row.optionalInteger(6),
                progress: try row.real(7), due: try row.optionalInteger(8),
                failure: row.optionalText(9).map(TaskFailure.init(json:)))
        }
    }

    public func cancel(_ id: JobID) async throws -> JobRecord {
        let missing = noSuchJob(id)
        return try await transaction(.kept) { session in
            guard let job = try session.lock(id) else { throw missing }
            if !job.record.state.isFinal { try session.cancel(job) }
            guard let changed = try session.lock(id)?.record else { throw missing }
            return changed
        }
    }

    public func retry(_ id: JobID) async throws -> JobRecord {
        let missing = noSuchJob(id)
        return try await transaction(.kept) { session in
            guard let job = try session.lock(id)?.record else { throw missing }
            // What was asked for before and whose answer got lost has been done.
            if !job.state.isFinal, !job.isCancelling { return job }
            guard job.state == .failed else {
                throw QueueError(
                    .notFailed, id.text, "it is \(job.state.name); only what failed is retried",
                    advice: "submit it again, if need be with a --key of its own")
            }
            if let other = try session.row(.jobOfKey, [.text(job.tenant), .text(job.key)]) {
                let other = try JobRow(other).record.id
                guard other == id else {
                    throw QueueError(
                        .notFailed, id.text, "it was submitted again meanwhile, as \(other)",
                        advice: "look at that job")
                }
            }
            // Dropped first: a claim of one that is under way has ended then, and shows itself.
            let isCleanedUp = try session.row(.dropCleanups, [.init(id)]) != nil
            guard try session.row(.runningCleanups, [.init(id)])?.integer(0) == 0 else {
                throw QueueError(
                    .notFailed, id.text, "what it left is being removed right now",
                    advice: "retry it in a few seconds")
            }
            if isCleanedUp { try session.run(.undoTasks, [.init(id)]) }
            try session.run(.reopenTasks, [.init(id)])
            let pending = try session.row(.pendingTasks, [.init(id)])?.integer(0) ?? 0
            try session.refuseIfFull(job.tenant)
            let isAdmitted = try session.admit(job.tenant)
            let hold: JobHold = isAdmitted ? .none : .tenant
            try session.run(.reopenJob, [.init(id), .init(hold), .integer(pending)])
            if isAdmitted { try session.readyTasks(of: id) }
            guard let changed = try session.lock(id)?.record else { throw missing }
            try session.tell(.queued, changed)
            return changed
        }
    }

    public func setPaused(_ isPaused: Bool) async throws {
        _ = try await database.single(.kept, isPaused ? .pause : .resume, [])
    }

    public func prune(
        olderThan seconds: Double, states: [JobState], limit: Int
    ) async throws -> Int {
        let age = Int64(max(0, min(seconds, 1e9)) * 1000)
        let expired = SQLStatement.expired(states.filter(\.isFinal))
        guard !states.isEmpty else { return 0 }
        return try await transaction { session in
            var count = 0
            for row in try session.rows(expired, [.integer(age), .init(limit)]) {
                guard let id = JobID(try row.text(0)), let job = try session.lock(id)?.record,
                    states.contains(job.state)
                else { continue }
                try session.forget(job)
                count += 1
            }
            return count
        }
    }
}

extension [JobState] {
    /// As SQL has them.
    fileprivate var list: String {
        Set(map(\.rawValue)).sorted().map(String.init).joined(separator: ", ")
    }
}
