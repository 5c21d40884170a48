internal import Synchronization

extension SQLStatement {
    /// What makes no difference to any turn.
    ///
    /// A tenant that comes back begins where claims are, or where its last task ends if that is later: up to the clock, its row
    /// says nothing. And in a lane where nothing is ready or runs, nobody waits who could have had less.
    fileprivate static let forgetShares = SQLStatement(
        "forget_shares",
        """
        DELETE FROM share WHERE (tenant, priority) IN (
            SELECT tenant, priority FROM share
            WHERE finish <= (SELECT clock FROM lane WHERE lane.priority = share.priority)
            OR NOT EXISTS (SELECT 1 FROM task WHERE state = 1 AND task.priority = share.priority)
                AND priority NOT IN (SELECT priority FROM task WHERE worker IS NOT NULL)
            LIMIT 1000 {lock skipping}
        ) RETURNING tenant
        """)
}

extension SQLStore {
    /// Forgets what tenants have had where that makes no difference to anybody; some at a time, since clients name tenants as they
    /// like.
    ///
    /// - Returns: How many were forgotten.
    @discardableResult
    func forgetShares() async throws -> Int {
        try await database.single(.normal, .forgetShares, []).count
    }

    /// Whether a minute has gone since this process last looked for shares to forget; if so, this is the next time.
    func isSweepDue() -> Bool {
        lanes.withLock { lanes in
            if let last = lanes.swept, last.duration(to: .now) < .seconds(60) { return false }
            lanes.swept = .now
            return true
        }
    }
}
