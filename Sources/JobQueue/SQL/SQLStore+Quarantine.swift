extension SQLStatement {
    /// Another suspect of the same job has a worker of its own.
    private static let isAnotherAlone =
        "EXISTS (SELECT 1 FROM task AS other WHERE other.job = task.job AND other.alone = 1 AND other.state = 3)"
    /// A busy worker becomes idle for it. (A time too far in the future: the clock was set back.)
    private static func isOverdue(_ quarantine: String) -> String {
        "(due IS NULL OR due <= {now} OR due > {now} + \(quarantine))"
    }

    /// Suspects that a worker might run.
    ///
    /// Few are read: in each round the first ones leave.
    static let waitingSuspects = SQLStatement(
        "waiting_suspects",
        """
        SELECT id, job, CASE WHEN \(isOverdue("$2")) THEN 1 ELSE 0 END FROM task
        WHERE state = 8 AND ($1 = '' OR $1 LIKE '% ' || kind || ' %') AND NOT \(isAnotherAlone)
        AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'paused')
        ORDER BY priority DESC, crashes, place, id LIMIT 20
        """)
    /// Ready tasks of higher priorities come first, as long as it has not waited for long.
    ///
    /// `state + 0` keeps PostgreSQL from the index of all quarantined tasks, which costs the same in an estimate made while the
    /// table is empty.
    fileprivate static let claimSuspect = SQLStatement(
        "claim_suspect",
        """
        UPDATE task SET state = 3, alone = 1, worker = $1, epoch = epoch + 1, artifacts = 0, avoids = NULL, due = NULL
        WHERE id = $2 AND state + 0 = 8 AND NOT \(isAnotherAlone)
        AND EXISTS (SELECT 1 FROM worker WHERE id = $1)
        AND NOT EXISTS (SELECT 1 FROM task AS held WHERE held.worker = $1 AND held.state = 3)
        AND (\(isOverdue("$3"))
            OR NOT EXISTS (SELECT 1 FROM task AS urgent WHERE urgent.state = 1 AND urgent.priority > task.priority))
        RETURNING \(claimed)
        """)
    /// Of a job that no other living worker has reserved.
    fileprivate static let reserve = SQLStatement(
        "reserve",
        """
        INSERT INTO reservation (job, worker, until) VALUES ($1, $2, {steady} + $3)
        ON CONFLICT (job) DO UPDATE SET worker = $2, until = {steady} + $3
        WHERE reservation.worker = $2 OR reservation.until <= {steady} OR reservation.until > {steady} + $3
        RETURNING job
        """)
    fileprivate static let dropOtherReservations = SQLStatement(
        "drop_other_reservations", "DELETE FROM reservation WHERE worker = $1 AND job <> $2")
    static let dropReservations = SQLStatement(
        "drop_reservations", "DELETE FROM reservation WHERE worker = $1")
    static let dropExpiredReservations = SQLStatement(
        "drop_expired_reservations",
        "DELETE FROM reservation WHERE until <= {steady} OR until > {steady} + $1")
}

/// Suspects: tasks that ran when their worker was lost. Each runs alone until an attempt ends in another way.
extension SQLStore {
    public func claimSuspect(
        _ worker: Int64, isIdle: Bool, of kinds: Set<String>?
    ) async throws -> SuspectClaim {
        let waiting = try await database.single(
            .read, .waitingSuspects, [.text(Self.list(kinds)), .init(quarantine)])
        for row in waiting {
            guard let job = JobID(try row.text(1)) else { continue }
            if isIdle {
                if let task = try await claim(suspect: try row.integer(0), of: job, by: worker) {
                    return .claimed(task)
                }
            } else if try row.flag(2), try await reserve(job, for: worker) {
                return .reserved(job)
            }
        }
        return .none
    }

    /// Milliseconds that a suspect waits for an idle worker.
    var quarantine: Int64 { Int64(policy.quarantine * 1000) }

    private func claim(
        suspect task: Int64, of job: JobID, by worker: Int64
    ) async throws -> ClaimedTask? {
        let values: [SQLValue] = [.integer(worker), .integer(task), .integer(quarantine)]
        return try await transaction { session in
            // Two idle workers must not both run suspects of one job.
            guard let job = try session.lock(job)?.record, !job.state.isFinal, !job.isCancelling,
                let row = try session.row(.claimSuspect, values)
            else { return nil }
            try session.run(.dropReservations, [.integer(worker)])
            return try ClaimedTask(row, worker: worker)
        }
    }

    private func reserve(_ job: JobID, for worker: Int64) async throws -> Bool {
        let lease = Int64(policy.lease * 1000)
        return try await transaction(.loose) { session in
            let values: [SQLValue] = [.init(job), .integer(worker), .integer(lease)]
            guard try session.row(.reserve, values) != nil else { return false }
            try session.run(.dropOtherReservations, [.integer(worker), .init(job)])
            return true
        }
    }

    /// Forgets reservations of workers that did not ask again.
    func dropExpiredReservations() async throws {
        let lease = Int64(policy.lease * 1000)
        _ = try await database.single(.loose, .dropExpiredReservations, [.integer(lease)])
    }
}
