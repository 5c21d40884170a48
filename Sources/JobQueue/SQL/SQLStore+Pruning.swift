internal import Synchronization

extension SQLStatement {
    fileprivate static let readClock = SQLStatement(
        "read_clock",
        """
        SELECT {now} AS now, reading, trusted_from FROM (SELECT 1 AS id) AS one
        LEFT JOIN clock_check ON clock_check.id = one.id
        """)
    /// Only a jump changes the time from which the clock is trusted: another process may have detected one meanwhile.
    fileprivate static let recordClock = SQLStatement(
        "record_clock",
        """
        INSERT INTO clock_check (id, reading, trusted_from) VALUES (1, $1, $2)
        ON CONFLICT (id) DO UPDATE SET reading = $1,
            trusted_from = CASE WHEN $3 = 1 THEN $2 ELSE clock_check.trusted_from END
        RETURNING trusted_from
        """)
    /// Lists jobs that ended before a time and have no pending deliveries.
    ///
    /// `coalesce` prevents the use of the index `job_listed`, which the planner prefers while the table is small.
    fileprivate static func prunable(
        _ states: [JobState], before time: SQLText, _ name: String
    ) -> SQLStatement {
        let list = states.filter(\.isFinal).list
        return SQLStatement(
            "\(name) \(list.text)",
            """
            SELECT id FROM job WHERE finished <= \(time) AND coalesce(state, 0) IN (\(list))
            AND coalesce(pruned, 0) = 0
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.job = job.id AND due IS NOT NULL)
            ORDER BY finished LIMIT $2
            """)
    }
}

extension SQLStore {
    public func prune(
        olderThan seconds: Double, states: [JobState], limit: Int
    ) async throws -> Int {
        try await prune(
            states, .prunable(states, before: "{now} - $1", "prunable_jobs"),
            [.integer(Self.milliseconds(seconds)), .init(limit)])
    }

    public func pruneByTrustedClock(
        olderThan seconds: Double, states: [JobState], limit: Int
    ) async throws -> Pruning {
        guard let clock = try await checkClock() else { return Pruning(jobs: 0, distrust: 0) }
        let distrust = Double(clock.trustedFrom - clock.reading) / 1000
        guard distrust <= 0 else { return Pruning(jobs: 0, distrust: distrust) }
        // The reading that was checked: the clock may jump now.
        let end = clock.reading - Self.milliseconds(seconds)
        let count = try await prune(
            states, .prunable(states, before: "$1", "prunable_jobs_before"),
            [.integer(end), .init(limit)])
        return Pruning(jobs: count, distrust: nil)
    }

    public func trustedTime() async throws -> Int64? {
        guard let clock = try await checkClock(), clock.trustedFrom <= clock.reading else {
            return nil
        }
        return clock.reading
    }

    private static func milliseconds(_ seconds: Double) -> Int64 {
        Int64(max(0, min(seconds, 1e9)) * 1000)
    }

    /// Compares the store's wall clock with this process's clock and the record of all processes.
    ///
    /// - Returns: The present record; `nil` if the store took so long to respond that a comparison is impossible.
    private func checkClock() async throws -> ClockMonitor.Record? {
        let start = clocks.monotonic()
        guard let row = try await database.single(.normal, .readClock, []).first else {
            throw SQLDecodingError.missingRow(.readClock)
        }
        let end = clocks.monotonic()
        guard start.duration(to: end) < .seconds(10) else { return nil }
        let known = try row.optionalInteger("reading").map {
            ClockMonitor.Record(
                reading: $0, trustedFrom: try row.integer("trusted_from"), hasJumped: false)
        }
        let now = try row.integer("now")
        let found = clockMonitor.withLock { $0.observe(now, at: end, known) }
        let values: [SQLValue] = [
            .integer(found.reading), .integer(found.trustedFrom), .init(found.hasJumped),
        ]
        let stored = try await database.single(.normal, .recordClock, values).first
        return ClockMonitor.Record(
            reading: found.reading,
            trustedFrom: try stored?.integer("trusted_from") ?? found.trustedFrom,
            hasJumped: found.hasJumped)
    }

    private func prune(
        _ states: [JobState], _ prunable: @autoclosure () -> SQLStatement, _ values: [SQLValue]
    ) async throws -> Int {
        let final = states.filter(\.isFinal)
        guard !final.isEmpty else { return 0 }
        let prunable = prunable()
        return try await transaction { session in
            var count = 0
            for row in try session.rows(prunable, values) {
                guard let job = try session.lock(try row.job("id"))?.record,
                    final.contains(job.state)
                else { continue }
                try session.prune(job)
                count += 1
            }
            return count
        }
    }
}
