extension SQLStatement {
    fileprivate static let endJob = SQLStatement(
        "end_job",
        """
        UPDATE job SET state = $2, finished = {now}, remaining = NULL, result = $3, failure = $4,
            admission = \(admission: .ready),
            progress = CASE WHEN $2 = \(job: .completed) THEN 1 ELSE progress END
        WHERE id = $1
        """)
    fileprivate static let cancelTasks = SQLStatement(
        "cancel_tasks",
        """
        UPDATE task SET state = \(task: .cancelled), alone = 0
        WHERE job = $1 AND state IN (\(task: .waiting, .ready, .delayed, .quarantined)) AND kind <> \(kind: NewTask.cleanup)
        RETURNING cost
        """)
    fileprivate static let leasedTasks = SQLStatement(
        "leased_tasks",
        "SELECT count(*) AS count FROM task WHERE job = $1 AND state IN (\(task: .running, .publishing))"
    )
    fileprivate static let claimedTasks = SQLStatement(
        "claimed_tasks",
        "SELECT count(*) AS count FROM task WHERE job = $1 AND fencing_token > 0 AND kind <> \(kind: NewTask.cleanup)"
    )
    fileprivate static let openCleanups = SQLStatement(
        "open_cleanups",
        """
        SELECT count(*) AS count FROM task
        WHERE job = $1 AND kind = \(kind: NewTask.cleanup) AND state IN (\(task: .waiting, .ready, .delayed, .running))
        """)
    fileprivate static let doneCleanups = SQLStatement(
        "done_cleanups",
        "SELECT count(*) AS count FROM task WHERE job = $1 AND kind = \(kind: NewTask.cleanup) AND state = \(task: .done)"
    )
    fileprivate static let requestCancel = SQLStatement(
        "request_cancel", "UPDATE job SET cancel_requested = 1 WHERE id = $1")
    fileprivate static let taskKind = SQLStatement(
        "task_kind", "SELECT kind FROM task WHERE id = $1")
    fileprivate static let pruneJob = SQLStatement(
        "prune_job", "UPDATE job SET pruned = 1 WHERE id = $1")
    fileprivate static let deleteDeliveries = SQLStatement(
        "delete_deliveries", "DELETE FROM delivery WHERE job = $1")
    fileprivate static let deleteEvents = SQLStatement(
        "delete_events", "DELETE FROM event WHERE job = $1")
    fileprivate static let deleteDependencies = SQLStatement(
        "delete_dependencies",
        "DELETE FROM dependency WHERE task IN (SELECT id FROM task WHERE task.job = $1)")
    fileprivate static let deleteTasks = SQLStatement(
        "delete_tasks", "DELETE FROM task WHERE job = $1")
    fileprivate static let deleteJob = SQLStatement(
        "delete_job", "DELETE FROM job WHERE id = $1")
}

/// The end of jobs. Each function requires that the transaction has locked the job.
extension SQLSession {
    func taskKind(_ task: Int64) throws -> String? {
        try row(.taskKind, [.integer(task)])?.text("kind")
    }

    /// Ends a job: records the event, and admits the tenant's next held job.
    func end(
        _ row: JobRow, as state: JobState, failure: TaskFailure? = nil, result: String? = nil
    ) throws {
        let job = row.record
        let values: [SQLValue] = [
            .init(job.id), .init(state), .init(result), .init(try failure?.json),
        ]
        try run(.endJob, values)
        let refund = state == .completed ? 0 : try cancelUnleasedTasks(of: job.id)
        if job.admission == .ready, row.isLimited { try releaseAdmission(of: job.tenant) }
        switch state {
        case .completed: try record(.published, of: job, result: result)
        case .failed:
            try record(.failed, of: job, failure: failure)
            if failure?.isPermanent == true { try addCleanupIfUnleased(job) }
        case .cancelled: try record(.cancelled, of: job)
        case .queued, .processing: break
        }
        try charge(job, -refund)
    }

    /// Cancels the tasks of a job that no worker has a lease on.
    ///
    /// - Returns: The CPU seconds that the tenant was charged for them, and that the caller refunds.
    private func cancelUnleasedTasks(of job: JobID) throws -> Double {
        try rows(.cancelTasks, [.init(job)]).map { try $0.real("cost") }.reduce(0, +)
    }

    /// Requests the cancellation of a job, which ends at once if no worker has claimed any of its tasks.
    func cancel(_ job: JobRow) throws {
        try run(.requestCancel, [.init(job.record.id)])
        let refund = try cancelUnleasedTasks(of: job.record.id)
        try continueCancellation(job)
        try charge(job.record, -refund)
    }

    /// Continues the cancellation of a job, once no worker holds a lease on its tasks.
    func continueCancellation(_ job: JobRow) throws {
        let id = job.record.id
        guard try count(.leasedTasks, [.init(id)]) == 0 else { return }
        let refund = try cancelUnleasedTasks(of: id)
        if try !addCleanup(job.record) { try end(job, as: .cancelled) }
        try charge(job.record, -refund)
    }

    /// Removes the files of a job that failed permanently, after one of its tasks was released.
    func taskWasReleased(_ job: JobRow) throws {
        guard job.record.state == .failed, job.record.failure?.isPermanent == true else { return }
        try addCleanupIfUnleased(job.record)
    }

    /// Adds a cleanup once no worker holds a lease on the job's tasks: a worker could write files after the cleanup.
    private func addCleanupIfUnleased(_ job: JobRecord) throws {
        guard try count(.leasedTasks, [.init(job.id)]) == 0 else { return }
        _ = try addCleanup(job)
    }

    /// Adds a cleanup to a failed job that has its files yet.
    ///
    /// - Returns: Whether it was added.
    func addCleanup(ofFailed job: JobRecord) throws -> Bool {
        guard try count(.leasedTasks, [.init(job.id)]) == 0,
            try count(.openCleanups, [.init(job.id)]) == 0,
            try count(.doneCleanups, [.init(job.id)]) == 0
        else { return false }
        return try addCleanup(job)
    }

    /// Adds a task that removes a job's files, unless there is one.
    ///
    /// - Returns: Whether the job may have files.
    func addCleanup(_ job: JobRecord) throws -> Bool {
        guard try count(.claimedTasks, [.init(job.id)]) > 0 else { return false }
        if try count(.openCleanups, [.init(job.id)]) > 0 { return true }
        try insert(
            [NewTask(kind: NewTask.cleanup, cost: 0)], of: job.id, tenant: job.tenant,
            priority: job.priority, isAdmitted: true)
        return true
    }

    /// Ends or deletes a job whose files were removed, if it waited for that.
    func cleanupWasCompleted(_ job: JobRow) throws {
        if job.record.isCancelRequested { try end(job, as: .cancelled) }
        if job.isPruned { try delete(job.record.id) }
    }

    /// Deletes a job that has ended, at once or when its files are removed.
    func prune(_ job: JobRecord) throws {
        // A completed job has left only its package; a cancelled one has left no files once its cleanup is done.
        let isClean =
            try count(.openCleanups, [.init(job.id)]) == 0
            && (job.state != .failed || count(.doneCleanups, [.init(job.id)]) > 0)
        if isClean { return try delete(job.id) }
        try run(.pruneJob, [.init(job.id)])
        if try !addCleanup(job) { try delete(job.id) }
    }

    private func delete(_ job: JobID) throws {
        for statement in [
            SQLStatement.deleteDeliveries, .deleteEvents, .deleteDependencies, .deleteTasks,
            .deleteJob,
        ] {
            try run(statement, [.init(job)])
        }
    }
}
