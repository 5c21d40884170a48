extension SQLStatement {
    /// A worker runs another suspect of the same job.
    private static let hasRunningSuspect: SQLText = """
        EXISTS (SELECT 1 FROM task AS other WHERE other.job = task.job AND other.alone = 1
            AND other.state = \(task: .running))
        """
    /// The suspect has waited so long that a busy worker becomes idle for it, or the wall clock was set back.
    private static func isOverdue(_ timeout: SQLText) -> SQLText {
        "(due IS NULL OR due <= {now} OR due > {now} + \(timeout))"
    }

    /// Lists the suspects that a worker may run.
    ///
    /// A few are enough: claiming removes the first ones from the list.
    static let waitingSuspects = SQLStatement(
        "waiting_suspects",
        """
        SELECT id, job, CASE WHEN \(isOverdue("$2")) THEN 1 ELSE 0 END AS is_overdue FROM task
        WHERE state = \(task: .quarantined) AND \(isSupported(kinds: "$1")) AND NOT \(hasRunningSuspect)
        AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'paused')
        ORDER BY priority DESC, crash_count, virtual_start, id LIMIT 20
        """)
    /// Claims a suspect; ready tasks of higher priorities run before one that is not overdue.
    ///
    /// `state + 0` prevents the use of the index of quarantined tasks, whose estimated cost is the same while the table is empty.
    fileprivate static let claimSuspect = SQLStatement(
        "claim_suspect",
        """
        \(claimUpdate), alone = 1
        WHERE id = $2 AND state + 0 = \(task: .quarantined) AND NOT \(hasRunningSuspect)
        AND EXISTS (SELECT 1 FROM worker WHERE id = $1)
        AND NOT EXISTS (SELECT 1 FROM task AS held WHERE held.worker = $1 AND held.state = \(task: .running))
        AND (\(isOverdue("$3"))
            OR NOT EXISTS (
                SELECT 1 FROM task AS urgent WHERE urgent.state = \(task: .ready) AND urgent.priority > task.priority))
        RETURNING \(claimedColumns)
        """)
    /// Reserves a job's suspects for a worker, unless another worker's reservation is valid.
    fileprivate static let reserve = SQLStatement(
        "reserve",
        """
        INSERT INTO reservation (job, worker, until) VALUES ($1, $2, {steady} + $3)
        ON CONFLICT (job) DO UPDATE SET worker = $2, until = {steady} + $3
        WHERE reservation.worker = $2 OR reservation.until <= {steady} OR reservation.until > {steady} + $3
        RETURNING job
        """)
    fileprivate static let deleteOtherReservations = SQLStatement(
        "delete_other_reservations", "DELETE FROM reservation WHERE worker = $1 AND job <> $2")
    static let deleteReservations = SQLStatement(
        "delete_reservations", "DELETE FROM reservation WHERE worker = $1")
    static let deleteExpiredReservations = SQLStatement(
        "delete_expired_reservations",
        "DELETE FROM reservation WHERE until <= {steady} OR until > {steady} + $1")
}

/// Suspects: tasks that ran when their worker's lease expired. Each runs alone until an attempt ends in another way.
extension SQLStore {
    public func claimSuspect(
        _ worker: Int64, isIdle: Bool, of kinds: Set<String>?
    ) async throws -> SuspectClaim {
        let waiting = try await database.single(
            .read, .waitingSuspects, [.text(Self.list(kinds)), .init(quarantineTimeout)])
        for row in waiting {
            let job = try row.job("job")
            if isIdle {
                let suspect = try row.integer("id")
                if let task = try await claim(suspect: suspect, of: job, by: worker) {
                    return .claimed(task)
                }
            } else if try row.flag("is_overdue"), try await reserve(job, for: worker) {
                return .reserved(job)
            }
        }
        return .none
    }

    /// The time that a suspect waits for an idle worker, in milliseconds.
    var quarantineTimeout: Int64 { Int64(policy.quarantineTimeout * 1000) }

    private func claim(
        suspect task: Int64, of job: JobID, by worker: Int64
    ) async throws -> ClaimedTask? {
        let values: [SQLValue] = [.integer(worker), .integer(task), .integer(quarantineTimeout)]
        return try await transaction { session in
            // The lock prevents that two idle workers run suspects of one job.
            guard let job = try session.lock(job)?.record, !job.state.isFinal,
                !job.isCancelRequested, let row = try session.row(.claimSuspect, values)
            else { return nil }
            try session.run(.deleteReservations, [.integer(worker)])
            return try ClaimedTask(row, worker: worker)
        }
    }

    private func reserve(_ job: JobID, for worker: Int64) async throws -> Bool {
        let lease = Int64(policy.leaseDuration * 1000)
        return try await transaction(.relaxed) { session in
            let values: [SQLValue] = [.init(job), .integer(worker), .integer(lease)]
            guard try session.row(.reserve, values) != nil else { return false }
            try session.run(.deleteOtherReservations, [.integer(worker), .init(job)])
            return true
        }
    }

    /// Deletes reservations that their workers did not renew.
    func deleteExpiredReservations() async throws {
        let lease = Int64(policy.leaseDuration * 1000)
        _ = try await database.single(.relaxed, .deleteExpiredReservations, [.integer(lease)])
    }
}
