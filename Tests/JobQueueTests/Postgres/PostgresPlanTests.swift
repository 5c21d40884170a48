import Synchronization
import Testing

@testable import JobQueue

/// What the server does with each statement, by its own EXPLAIN.
@Suite(.enabled(if: PostgresServer.isExpected)) struct PostgresPlanTests {
    /// Statements that run often, and the index that serves each at any size.
    private static let hot: [(statement: String, indexes: [String])] = [
        ("claim", ["Index Scan using task_ready", "task_pkey"]),
        ("claim_all", ["Index Scan using task_ready", "task_pkey"]),
        ("locked_job", ["job_pkey"]), ("job", ["job_pkey"]), ("complete_task", ["task_pkey"]),
        ("count_down", ["job_pkey"]), ("end_job", ["job_pkey"]), ("report_task", ["task_pkey"]),
        ("attempts", ["task_pkey"]), ("fail_task", ["task_pkey"]),
        ("begin_publishing", ["task_pkey"]),
        ("release_dependents", ["need_pkey", "task_pkey"]), ("ready_tasks", ["(job = "]),
        ("heartbeat", ["worker_pkey"]), ("held", ["task_worker", "job_pkey"]),
        ("wake_delayed", ["task_delayed", "task_pkey"]), ("due_jobs", ["job_scheduled"]),
        ("claim_delivery", ["delivery_due", "delivery_pkey"]),
        ("claim_cleanups", ["task_cleanup", "task_pkey"]),
        ("claim_publications", ["task_publishing", "task_pkey"]),
        ("job_of_key", ["job_key"]), ("events_of_job", ["event_job"]),
        ("tasks_of_job", ["task_job"]), ("take_share", ["lane_pkey"]),
        ("jobs where coalesce(forgotten, 0) = 0", ["job_pkey"]),
        ("expired_jobs 2", ["job_finished"]),
        ("jobs where forgotten = 0 state IN (3)", ["job_listed"]),
        ("job_counts", ["Index Only Scan using job_listed"]),
        ("task_counts", ["task_waiting", "task_delayed", "task_worker", "task_publishing"]),
        ("lane_counts", ["Index Only Scan using task_ready"]), ("oldest_wait", ["job_waiting"]),
        ("delivery_counts", ["delivery_due", "delivery_failed"]),
    ]
    private static let large = ["job", "task", "need", "event", "delivery"]

    /// Plans are made once for each connection: those that were made while the tables were empty serve when they are full,
    /// before the server has looked at them and after.
    @Test(.timeLimit(.minutes(20)))
    func eachStatementUsesItsIndexAtAHundredThousandRows() async throws {
        try await PostgresServer.withSchema { url in
            let database = try await PostgresDatabase(url, connections: 1)
            try await Migrator(database: database).migrate()
            let store = SQLStore(database, policy: .init(), clockStep: 0)
            try await Self.useEverything(store)
            try await Self.fill(store)
            try await Self.expectIndexes(store, "as planned when the tables were empty")
            try await Self.discardPlans(store)
            try await Self.expectIndexes(store, "planned anew without ANALYZE")
            for table in Self.large + ["lane"] { try await store.sql("ANALYZE \(table)") }
            try await Self.expectIndexes(store, "after ANALYZE")
            // As in a calm hour: the indexes of what runs are small, and grow while the plan stays.
            try await store.sql("UPDATE task SET worker = NULL, state = 1 WHERE state IN (3, 4)")
            try await store.sql("VACUUM ANALYZE task")
            try await store.sql("REINDEX TABLE task")
            try await Self.discardPlans(store)
            try await Self.expectIndexes(store, "planned while no task ran")
        }
    }

    /// Looks at what both connections of a store have prepared.
    private static func expectIndexes(_ store: SQLStore, _ when: Comment) async throws {
        var seen: Set<String> = []
        for database in [store.database, store.database.express] {
            seen.formUnion(
                try await expectIndexes(SQLStore(database, policy: .init()), prepared: when))
        }
        let missing = hot.map(\.statement).filter { !seen.contains($0) }
        #expect(missing.isEmpty, "statements that this test did not see")
    }

    /// - Returns: The statements that it saw.
    private static func expectIndexes(
        _ store: SQLStore, prepared when: Comment
    ) async throws -> Set<String> {
        let prepared = try await store.sql(
            """
            SELECT name, cardinality(parameter_types), statement FROM pg_prepared_statements
            WHERE statement ~ '^(SELECT|UPDATE|INSERT|DELETE)' AND name !~ '^test '
            """)
        var seen: Set<String> = []
        for row in prepared {
            let (name, count) = (try row.text(0), Int(try row.integer(1)))
            let statement = String(name[..<(name.lastIndex(of: " ") ?? name.endIndex)])
            let nulls = Array(repeating: "NULL", count: count).joined(separator: ", ")
            let plan = try await store.sql(
                "EXPLAIN EXECUTE \"\(name)\"" + (count > 0 ? "(\(nulls))" : "")
            ).map { try $0.text(0) }.joined(separator: "\n")
            for table in large {
                #expect(
                    !plan.contains("Seq Scan on \(table)"), "\(when): \(statement)\n\(plan)")
            }
            for index in hot.filter({ $0.statement == statement }).flatMap(\.indexes) {
                #expect(plan.contains(index), "\(when): \(statement) without \(index)\n\(plan)")
            }
            seen.insert(statement)
        }
        return seen
    }

    private static func discardPlans(_ store: SQLStore) async throws {
        try await store.sql("DISCARD PLANS")
        try await SQLStore(store.database.express, policy: .init()).sql("DISCARD PLANS")
    }

    /// Lets the store prepare what it has.
    private static func useEverything(_ store: SQLStore) async throws {
        let worker = try await store.worker()
        let tasks = [NewTask(kind: "a"), NewTask(kind: "b", needs: [0]), NewTask(kind: "c")]
        let job = try await store.submit(
            JobRequest(key: "k", payload: "", tasks: tasks, webhook: "https://example.org")
        ).job.id
        try await store.submit("cancelled")
        let claimed = try await store.claim(worker, count: 10)
        for task in claimed {
            _ = try await store.report(task.lease, TaskProgress(fraction: 0.5))
            _ = try await store.heartbeat(worker)
            if task.kind == "c" {
                _ = try await store.fail(task.lease, .passing)
            } else {
                _ = try await store.complete(task.lease, result: nil, adding: [])
            }
        }
        for task in try await store.claim(worker, count: 1) {
            _ = try await store.beginPublishing(task.lease, record: "r")
            _ = try await store.complete(task.lease, result: nil, adding: [])
        }
        // Empty by now: the second search goes from the very beginning.
        store.lanes.withLock { $0.searched = nil }
        _ = try await store.claim(worker, count: 1)
        store.lanes.withLock { $0.searched = .now }
        _ = try await store.claim(worker, count: 1)
        _ = try await store.cancel(job)
        _ = try await store.maintain()
        _ = try await store.claimPublications(worker, count: 1)
        _ = try await store.claimCleanups(worker, count: 1)
        for delivery in try await store.claimDeliveries(count: 1) {
            try await store.deliveryFailed(delivery.id, reason: "", isPermanent: false)
            try await store.delivered(delivery.id)
        }
        _ = try await store.job(job)
        _ = try await store.jobs(JobFilter())
        _ = try await store.jobs(JobFilter(states: [.failed]))
        _ = try await store.tasks(of: job)
        _ = try await store.events(of: job, after: 0, limit: 10)
        _ = try await store.stats()
        _ = try await store.prune(olderThan: 1e6, states: [.completed], limit: 10)
    }

    /// A hundred thousand jobs of one task each; a tenth has ended, and some of every other kind.
    private static func fill(_ store: SQLStore) async throws {
        for text in [
            """
            INSERT INTO job (id, tenant, key, state, hold, priority, payload, pending, created, due, finished)
            SELECT 'j' || n, 't' || n % 50, 'k' || n, CASE WHEN n % 10 = 0 THEN 2 ELSE 0 END,
                CASE WHEN n % 97 = 0 THEN 1 WHEN n % 89 = 0 THEN 2 ELSE 0 END, 0, '{}', 1, n, n,
                CASE WHEN n % 10 = 0 THEN n END
            FROM generate_series(1, 100000) AS n
            """,
            """
            INSERT INTO task (job, kind, payload, state, priority, place, cost, needs, dependents, due, worker)
            SELECT 'j' || n, 'transcode', '', CASE WHEN n % 10 = 0 THEN 5 WHEN n % 83 = 0 THEN 2
                WHEN n % 79 = 0 THEN 3 WHEN n % 73 = 0 THEN 4 ELSE 1 END, 0, n, 1, 0, 0,
                CASE WHEN n % 83 = 0 THEN n END, CASE WHEN n % 79 = 0 THEN n % 100 END
            FROM generate_series(1, 100000) AS n
            """,
            """
            INSERT INTO event (job, kind, time) SELECT 'j' || n, 'queued', n
            FROM generate_series(1, 100000) AS n
            """,
            """
            INSERT INTO delivery (event, job, url, due) SELECT n, 'j' || n, 'https://example.org', n
            FROM generate_series(1, 100000) AS n
            """,
            "INSERT INTO need (needed, task) SELECT n, n + 1 FROM generate_series(1000, 101000) AS n",
        ] {
            try await store.sql(text)
        }
    }
}
