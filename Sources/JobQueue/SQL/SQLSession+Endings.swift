extension SQLStatement {
    fileprivate static let endJob = SQLStatement(
        "end_job",
        """
        UPDATE job SET state = $2, finished = {now}, remaining = NULL, result = $3, failure = $4, hold = 0,
            progress = CASE WHEN $2 = 2 THEN 1 ELSE progress END
        WHERE id = $1
        """)
    fileprivate static let cancelTasks = SQLStatement(
        "cancel_tasks",
        "UPDATE task SET state = 7, alone = 0 WHERE job = $1 AND state IN (0, 1, 2, 8) AND kind <> 'cleanup'"
    )
    fileprivate static let heldTasks = SQLStatement(
        "held_tasks", "SELECT count(*) FROM task WHERE job = $1 AND state IN (3, 4)")
    fileprivate static let touchedTasks = SQLStatement(
        "touched_tasks",
        "SELECT count(*) FROM task WHERE job = $1 AND epoch > 0 AND kind <> 'cleanup'")
    fileprivate static let openCleanups = SQLStatement(
        "open_cleanups",
        "SELECT count(*) FROM task WHERE job = $1 AND kind = 'cleanup' AND state IN (0, 1, 2, 3)")
    fileprivate static let doneCleanups = SQLStatement(
        "done_cleanups",
        "SELECT count(*) FROM task WHERE job = $1 AND kind = 'cleanup' AND state = 5")
    fileprivate static let setCancelling = SQLStatement(
        "set_cancelling", "UPDATE job SET cancelling = 1 WHERE id = $1")
    fileprivate static let taskKind = SQLStatement(
        "task_kind", "SELECT kind FROM task WHERE id = $1")
    fileprivate static let forget = SQLStatement(
        "forget_job", "UPDATE job SET forgotten = 1 WHERE id = $1")
    fileprivate static let deleteDeliveries = SQLStatement(
        "delete_deliveries", "DELETE FROM delivery WHERE job = $1")
    fileprivate static let deleteEvents = SQLStatement(
        "delete_events", "DELETE FROM event WHERE job = $1")
    fileprivate static let deleteNeeds = SQLStatement(
        "delete_needs",
        "DELETE FROM need WHERE task IN (SELECT id FROM task WHERE task.job = $1)")
    fileprivate static let deleteTasks = SQLStatement(
        "delete_tasks", "DELETE FROM task WHERE job = $1")
    fileprivate static let deleteJob = SQLStatement(
        "delete_job", "DELETE FROM job WHERE id = $1")
}

/// How jobs end. Each expects that the transaction has locked the job.
extension SQLSession {
    func taskKind(_ task: Int64) throws -> String? {
        try row(.taskKind, [.integer(task)])?.text(0)
    }

    /// Gives a job its end, once: the event, and its tenant's room for the next.
    func end(
        _ row: JobRow, as state: JobState, failure: TaskFailure? = nil, result: String? = nil
    ) throws {
        let job = row.record
        let values: [SQLValue] = [
            .init(job.id), .init(state), .init(result), .init(try failure?.json),
        ]
        try run(.endJob, values)
        if state != .completed { try run(.cancelTasks, [.init(job.id)]) }
        if job.hold == .none, row.isLimited { try leave(job.tenant) }
        switch state {
        case .completed: try tell(.published, job, result: result)
        case .failed:
            try tell(.failed, job, failure: failure)
            if failure?.isPermanent == true { try cleanUpUnheld(job) }
        case .cancelled: try tell(.cancelled, job)
        case .queued, .processing: break
        }
    }

    /// Asks for a job's end; it comes at once if no worker has had any of it.
    func cancel(_ job: JobRow) throws {
        try run(.setCancelling, [.init(job.record.id)])
        try run(.cancelTasks, [.init(job.record.id)])
        try settle(cancelled: job)
    }

    /// Goes on with the end of a job that is being cancelled, once its workers have let go of it.
    func settle(cancelled job: JobRow) throws {
        let id = job.record.id
        guard try row(.heldTasks, [.init(id)])?.integer(0) == 0 else { return }
        try run(.cancelTasks, [.init(id)])
        if try !cleanUp(job.record) { try end(job, as: .cancelled) }
    }

    /// Says that a task of a job that may have ended is nobody's any more.
    func letGo(of job: JobRow) throws {
        guard job.record.state == .failed, job.record.failure?.isPermanent == true else { return }
        try cleanUpUnheld(job.record)
    }

    /// Has removed what will not be gone on with, once no worker has any of it: it could leave something behind the removal.
    private func cleanUpUnheld(_ job: JobRecord) throws {
        guard try row(.heldTasks, [.init(job.id)])?.integer(0) == 0 else { return }
        _ = try cleanUp(job)
    }

    /// Has a worker remove what a job left.
    ///
    /// - Returns: Whether there may be anything.
    func cleanUp(_ job: JobRecord) throws -> Bool {
        guard try row(.touchedTasks, [.init(job.id)])?.integer(0) ?? 0 > 0 else { return false }
        if try row(.openCleanups, [.init(job.id)])?.integer(0) ?? 0 > 0 { return true }
        try insert(
            [NewTask(kind: NewTask.cleanup, cost: 0)], of: job.id, tenant: job.tenant,
            priority: job.priority, isAdmitted: true)
        return true
    }

    /// What a job left is gone: so may the job, if that was wanted.
    func cleanedUp(_ job: JobRow) throws {
        if job.record.isCancelling { try end(job, as: .cancelled) }
        if job.isForgotten { try delete(job.record.id) }
    }

    /// Forgets a job that has ended, at once or when what it left is removed.
    func forget(_ job: JobRecord) throws {
        // A completed job left its package and nothing else; a cancelled one, nothing, once that is removed.
        let isClean =
            try row(.openCleanups, [.init(job.id)])?.integer(0) == 0
            && (job.state != .failed
                || row(.doneCleanups, [.init(job.id)])?.integer(0) ?? 0 > 0)
        if isClean { return try delete(job.id) }
        try run(.forget, [.init(job.id)])
        if try !cleanUp(job) { try delete(job.id) }
    }

    private func delete(_ job: JobID) throws {
        for statement in [
            SQLStatement.deleteDeliveries, .deleteEvents, .deleteNeeds, .deleteTasks, .deleteJob,
        ] {
            try run(statement, [.init(job)])
        }
    }
}
