internal import Synchronization

extension SQLStatement {
    /// Of a returned row, in a query beside it: SQLite has forgotten there that it is text, and would find no index for it.
    static let returnedJob = "CAST(task.job AS text)"
    static let claimed = """
        id, epoch, job, kind, payload, (SELECT payload FROM job WHERE job.id = \(returnedJob)), attempts, priority, place,
        \(generation), cost, alone
        """
    /// Removals that a retry has dropped.
    static let generation = """
        (SELECT count(*) FROM task AS other WHERE other.job = \(returnedJob) AND other.kind = 'cleanup' AND other.state = 7)
        """
    private static let claim = """
        UPDATE task SET state = 3, worker = $1, epoch = epoch + 1, artifacts = 0, avoids = NULL, due = NULL
        """
    /// Neither while the queue is paused nor by a worker that was given up and has not noticed yet.
    private static let mayClaim = """
        NOT EXISTS (SELECT 1 FROM setting WHERE name = 'paused') AND EXISTS (SELECT 1 FROM worker WHERE id = $1)
        """

    /// Other kinds are for workers of another version.
    private static let isKnown = "($3 = '' OR $3 LIKE '% ' || kind || ' %')"
    /// Milliseconds in which the worker that abandoned a task does not get it again; chosen because a share that hangs is often
    /// back by then, and a fleet of one worker must go on.
    static let avoidance = 600_000
    /// Not for the worker that abandoned it, for a while.
    private static let isWelcome = """
        (avoids IS NULL OR avoids <> $1 OR due IS NULL OR due <= {now} OR due > {now} + \(avoidance))
        """
    /// By the index of what is to be removed.
    fileprivate static let claimCleanups = SQLStatement(
        "claim_cleanups",
        """
        \(claim) WHERE id IN (
            SELECT id FROM task WHERE state = 1 AND kind = 'cleanup' AND \(isWelcome)
            AND EXISTS (SELECT 1 FROM worker WHERE id = $1)
            ORDER BY place, id LIMIT $2 {lock skipping}
        ) RETURNING \(claimed)
        """)

    fileprivate static let claimSQLite = SQLStatement(
        "claim",
        """
        \(claim) WHERE id IN (
            SELECT id FROM task WHERE state = 1 AND \(isKnown) AND \(isWelcome) AND \(mayClaim)
            ORDER BY priority DESC, place, id LIMIT $2
        ) RETURNING \(claimed)
        """)
    /// `= ANY (ARRAY (...))` makes the planner look tasks up by id whatever it thinks of `LIMIT $2`.
    ///
    /// The scan of each lane begins at the lane's mark: without that, entries of claimed tasks which an open snapshot keeps alive
    /// are passed again by every claim, more of them with each.
    static let claimPostgres = SQLStatement(
        "claim", claimFromLanes(at: "lane.mark"))
    /// From the very beginning: finds what was committed late, below a mark that had moved on.
    static let claimPostgresAll = SQLStatement(
        "claim_all", claimFromLanes(at: "0"))

    private static func claimFromLanes(at mark: String) -> String {
        """
        \(claim) WHERE id = ANY (ARRAY (
            SELECT ready.id FROM lane CROSS JOIN LATERAL (
                SELECT id FROM task WHERE state = 1 AND priority = lane.priority AND place >= \(mark) AND \(isKnown)
                    AND \(isWelcome)
                ORDER BY place, id LIMIT $2 FOR UPDATE SKIP LOCKED
            ) AS ready
            WHERE \(mayClaim) ORDER BY lane.priority DESC LIMIT $2
        )) RETURNING \(claimed)
        """
    }
    /// The mark follows one move behind the clock, so that a transaction which placed a task by the clock has time to commit.
    ///
    /// Moved in the future: the wall clock was set back.
    fileprivate static let moveLane = SQLStatement(
        "move_lane",
        """
        UPDATE lane SET mark = clock, clock = $2, moved = {now}
        WHERE priority = $1 AND clock < $2 AND (moved <= {now} - $3 OR moved > {now})
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
        // A hint to later claims: without it they are slower, and these tasks are taken all the same.
        try? await moveLanes(rows)
        return try Self.tasks(rows, worker)
    }

    public func claimCleanups(_ worker: Int64, count: Int) async throws -> [ClaimedTask] {
        let values: [SQLValue] = [.integer(worker), .init(count)]
        return try Self.tasks(
            try await database.single(.normal, .claimCleanups, values), worker)
    }

    /// As statements compare kinds with it: each between spaces, and nothing for all there are.
    static func list(_ kinds: Set<String>?) -> String {
        kinds.map { " " + $0.sorted().joined(separator: " ") + " " } ?? ""
    }

    private static func tasks(_ rows: [SQLRow], _ worker: Int64) throws -> [ClaimedTask] {
        // An answer's rows have no order of their own: put them back into that of the lanes.
        let ordered = try rows.map { row in
            (
                priority: try row.integer(7), place: try row.integer(8),
                task: try ClaimedTask(row, worker: worker)
            )
        }.sorted { ($1.priority, $0.place) < ($0.priority, $1.place) }
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

    /// Whether so many seconds have gone since the last search that ignored the marks; if so, this is one.
    private func isFullSearchDue(_ seconds: Int) -> Bool {
        guard database.dialect.engine == .postgres else { return false }
        return lanes.withLock { lanes in
            if let last = lanes.searched, last.duration(to: .now) < .seconds(seconds) {
                return false
            }
            lanes.searched = .now
            return true
        }
    }

    /// Moves the clocks of lanes to where claims have come.
    private func moveLanes(_ rows: [SQLRow]) async throws {
        var reached: [Int: Int64] = [:]
        for row in rows {
            let priority = Int(try row.integer(7))
            reached[priority] = max(reached[priority] ?? 0, try row.integer(8))
        }
        for (priority, place) in reached {
            let isDue = lanes.withLock { lanes in
                if let last = lanes.moved[priority],
                    last.duration(to: .now) < .milliseconds(clockStep)
                {
                    return false
                }
                lanes.moved[priority] = .now
                return true
            }
            guard isDue else { continue }
            _ = try await database.single(
                .loose, .moveLane, [.init(priority), .integer(place), .init(clockStep)])
        }
    }
}

extension ClaimedTask {
    init(_ row: SQLRow, worker: Int64) throws {
        guard let job = JobID(try row.text(2)) else { throw SQLFault.value("a task's job") }
        self.init(
            lease: Lease(
                job: job, task: try row.integer(0), epoch: try row.integer(1), worker: worker),
            kind: try row.text(3), payload: try row.text(4), jobPayload: try row.text(5),
            cost: try row.real(10), isAlone: try row.flag(11),
            attempts: Int(try row.integer(6)), generation: Int(try row.integer(9)))
    }
}
