internal import Synchronization

extension SQLStatement {
    /// Deletes virtual finish times that do not affect the order of tasks.
    ///
    /// A tenant's next task starts at its virtual finish time, or at the virtual clock if that is later: a finish time up to
    /// the clock has no effect. It has none either at a priority without ready or running tasks. A correction has an effect on
    /// the tasks of the tenant that are not done.
    fileprivate static let deleteObsoleteFinishes = SQLStatement(
        "delete_obsolete_finishes",
        """
        DELETE FROM virtual_finish WHERE (tenant, priority) IN (
            SELECT tenant, priority FROM virtual_finish
            WHERE (time <= (SELECT time FROM virtual_clock WHERE virtual_clock.priority = virtual_finish.priority)
            OR NOT EXISTS (
                SELECT 1 FROM task WHERE state = \(task: .ready) AND task.priority = virtual_finish.priority
            ) AND priority NOT IN (SELECT priority FROM task WHERE worker IS NOT NULL))
            AND (correction = 0 OR NOT EXISTS (
                SELECT 1 FROM job WHERE job.tenant = virtual_finish.tenant AND state < \(job: .completed)
            ))
            LIMIT 1000 {lock skipping}
        ) RETURNING tenant
        """)
}

extension SQLStore {
    /// Deletes some of the virtual finish times that have no effect; clients may name any number of tenants.
    ///
    /// - Returns: The number of deleted rows.
    @discardableResult
    func deleteObsoleteFinishes() async throws -> Int {
        try await database.single(.normal, .deleteObsoleteFinishes, []).count
    }

    /// Returns whether a minute has passed since this process last deleted obsolete finish times, and records the time.
    func isFinishDeletionDue() -> Bool {
        let now = clocks.monotonic()
        return throttle.withLock { throttle in
            if let last = throttle.finishDeletion, last.duration(to: now) < .seconds(60) {
                return false
            }
            throttle.finishDeletion = now
            return true
        }
    }
}
