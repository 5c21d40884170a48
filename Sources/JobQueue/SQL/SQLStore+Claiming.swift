internal import Synchronization

extension SQLStatement {
    /// The job of a row that RETURNING reads; in a subquery there, SQLite ignores the column's type and would use no index.
    static let returnedJob: SQLText = "CAST(task.job AS text)"
    static let claimedColumns: SQLText = """
        id, fencing_token, job, kind, payload, (SELECT payload FROM job WHERE job.id = \(returnedJob)) AS job_payload,
        attempts, priority, virtual_start, \(generation) AS generation, cost, alone
        """
    /// The number of cleanups that retries of the job have cancelled.
    static let generation: SQLText = """
        (SELECT count(*) FROM task AS other WHERE other.job = \(returnedJob) AND other.kind = \(kind: NewTask.cleanup)
            AND other.state = \(task: .cancelled))
        """
    static let claimUpdate: SQLText = """
        UPDATE task SET state = \(task: .running), worker = $1, fencing_token = fencing_token + 1, artifacts = 0,
            cpu_seconds = NULL, abandoned_by = NULL, due = NULL
        """
    /// The queue is not paused, and the worker's lease has not expired.
    private static let mayClaim: SQLText = """
        NOT EXISTS (SELECT 1 FROM setting WHERE name = 'paused') AND EXISTS (SELECT 1 FROM worker WHERE id = $1)
        """

    /// The worker supports the task's kind; workers of other versions may support others.
    static func isSupported(kinds: SQLText) -> SQLText {
        "(\(kinds) = '' OR \(kinds) LIKE '% ' || kind || ' %')"
    }
    /// The time in which the worker that abandoned a task does not claim it again, in milliseconds; chosen because a file
    /// server that hangs often responds again by then, and because a fleet of one worker must continue.
    static let abandonmentTimeout = 600_000
    /// The task was not abandoned by this worker within `abandonmentTimeout`.
    private static let isNotAvoided: SQLText = """
        (abandoned_by IS NULL OR abandoned_by <> $1 OR due IS NULL OR due <= {now} OR due > {now} + \(abandonmentTimeout))
        """
    /// Claims cleanups, by the index that contains only them.
    fileprivate static let claimCleanups = SQLStatement(
        "claim_cleanups",
        """
        \(claimUpdate) WHERE id IN (
            SELECT id FROM task WHERE state = \(task: .ready) AND kind = \(kind: NewTask.cleanup) AND \(isNotAvoided)
            AND EXISTS (SELECT 1 FROM worker WHERE id = $1)
            ORDER BY virtual_start, id LIMIT $2 {lock skipping}
        ) RETURNING \(claimedColumns)
        """)

    fileprivate static let claimSQLite = SQLStatement(
        "claim",
        """
        \(claimUpdate) WHERE id IN (
            SELECT id FROM task WHERE state = \(task: .ready) AND \(isSupported(kinds: "$3")) AND \(isNotAvoided)
                AND \(mayClaim)
            ORDER BY priority DESC, virtual_start, id LIMIT $2
        ) RETURNING \(claimedColumns)
        """)
    /// Claims tasks from each priority's `scan_start`.
    ///
    /// `= ANY (ARRAY (...))` makes the planner look up tasks by id, whatever it estimates for `LIMIT $2`. Without a start, every
    /// claim would scan the index entries of claimed tasks again as long as an open snapshot retains them.
    static let claimPostgres = SQLStatement(
        "claim", claimByPriority(from: "virtual_clock.scan_start"))
    /// Claims tasks from the start of the index: also those that were committed late, before `scan_start`.
    static let claimPostgresAll = SQLStatement(
        "claim_all", claimByPriority(from: "0"))

    private static func claimByPriority(from start: SQLText) -> SQLText {
        """
        \(claimUpdate) WHERE id = ANY (ARRAY (
            SELECT ready.id FROM virtual_clock CROSS JOIN LATERAL (
                SELECT id FROM task WHERE state = \(task: .ready) AND priority = virtual_clock.priority
                    AND virtual_start >= \(start) AND \(isSupported(kinds: "$3")) AND \(isNotAvoided)
                ORDER BY virtual_start, id LIMIT $2 FOR UPDATE SKIP LOCKED
            ) AS ready
            WHERE \(mayClaim) ORDER BY virtual_clock.priority DESC LIMIT $2
        )) RETURNING \(claimedColumns)
        """
    }
    /// Advances a virtual clock; `scan_start` follows one update behind, so that transactions which set a task's start time by
    /// the clock have time to commit.
    ///
    /// An update in the future means that the wall clock was set back.
    fileprivate static let advanceClock = SQLStatement(
        "advance_clock",
        """
        UPDATE virtual_clock SET scan_start = time, time = $2, advanced = {now}
        WHERE priority = $1 AND time < $2 AND (advanced <= {now} - $3 OR advanced > {now})
        """)
}

extension SQLStore {
    public func claim(
        _ worker: Int64, count: Int, of kinds: Set<String>?
    ) async throws -> [ClaimedTask] {
        guard count > 0 else { return [] }
        let values: [SQLValue] = [.integer(worker), .init(count), .text(Self.list(kinds))]
        var rows = try await claim(values, isFull: isFullSearchDue(5))
        if rows.isEmpty, isFullSearchDue(1) { rows = try await claim(values, isFull: true) }
        // An optimization: the tasks are claimed without it, and later claims only take longer.
        try? await advanceClocks(rows)
        return try Self.tasks(rows, worker)
    }

    public func claimCleanups(_ worker: Int64, count: Int) async throws -> [ClaimedTask] {
        let values: [SQLValue] = [.integer(worker), .init(count)]
        return try Self.tasks(
            try await database.single(.normal, .claimCleanups, values), worker)
    }

    /// Returns kinds as statements compare them: each between spaces; empty for all kinds.
    static func list(_ kinds: Set<String>?) -> String {
        kinds.map { " " + $0.sorted().joined(separator: " ") + " " } ?? ""
    }

    private static func tasks(_ rows: [SQLRow], _ worker: Int64) throws -> [ClaimedTask] {
        // RETURNING has no order: restore the order of the queue.
        let ordered = try rows.map { row in
            (
                priority: try row.integer("priority"), start: try row.integer("virtual_start"),
                task: try ClaimedTask(row, worker: worker)
            )
        }.sorted { ($1.priority, $0.start) < ($0.priority, $1.start) }
        return ordered.map(\.task)
    }

    private func claim(_ values: [SQLValue], isFull: Bool) async throws -> [SQLRow] {
        let statement: SQLStatement =
            switch database.dialect.engine {
            case .sqlite: .claimSQLite
            case .postgres: isFull ? .claimPostgresAll : .claimPostgres
            }
        return try await database.single(.normal, statement, values)
    }

    /// Returns whether this many seconds have passed since the last search of all ready tasks, and records the time.
    private func isFullSearchDue(_ seconds: Int) -> Bool {
        guard database.dialect.engine == .postgres else { return false }
        let now = clocks.monotonic()
        return throttle.withLock { throttle in
            if let last = throttle.fullSearch, last.duration(to: now) < .seconds(seconds) {
                return false
            }
            throttle.fullSearch = now
            return true
        }
    }

    /// Advances the virtual clocks to the start times of claimed tasks.
    private func advanceClocks(_ rows: [SQLRow]) async throws {
        var reached: [Int: Int64] = [:]
        for row in rows {
            let priority = Int(try row.integer("priority"))
            reached[priority] = max(reached[priority] ?? 0, try row.integer("virtual_start"))
        }
        let now = clocks.monotonic()
        for (priority, start) in reached {
            let isDue = throttle.withLock { throttle in
                if let last = throttle.clockUpdates[priority],
                    last.duration(to: now) < .milliseconds(clockStep)
                {
                    return false
                }
                throttle.clockUpdates[priority] = now
                return true
            }
            guard isDue else { continue }
            _ = try await database.single(
                .relaxed, .advanceClock, [.init(priority), .integer(start), .init(clockStep)])
        }
    }
}

extension ClaimedTask {
    init(_ row: SQLRow, worker: Int64) throws {
        self.init(
            lease: try Lease(row, worker: worker), kind: try row.text("kind"),
            payload: try row.text("payload"), jobPayload: try row.text("job_payload"),
            cost: try row.real("cost"), isAlone: try row.flag("alone"),
            attempts: Int(try row.integer("attempts")),
            generation: Int(try row.integer("generation")))
    }
}

extension Lease {
    /// Reads the columns `id`, `fencing_token` and `job` of a task.
    init(_ row: SQLRow, worker: Int64) throws {
        self.init(
            job: try row.job("job"), task: try row.integer("id"),
            fencingToken: try row.integer("fencing_token"), worker: worker)
    }
}
