import Synchronization
import Testing

@testable import JobQueue

/// What the server does with each statement, by its own EXPLAIN.
@Suite(.enabled(if: PostgresServer.isExpected)) struct PostgresPlanTests {
    /// Statements that run often, by the first 40 letters of their names, and the index that serves each at any size.
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
        ("claim_delivery of_the_future", ["delivery_due", "delivery_pkey"]),
        ("waiting_suspects", ["task_quarantined", "task_alone"]),
        ("claim_suspect", ["task_pkey", "task_alone"]), ("held_by_worker", ["task_worker"]),
        ("claim_cleanups", ["task_cleanup", "task_pkey"]),
        ("claim_publications", ["task_publishing", "task_pkey"]),
        ("job_of_key", ["job_key"]), ("events_of_job", ["event_job"]),
        ("tasks_of_job", ["task_job"]), ("take_share", ["lane_pkey"]),
        ("jobs where coalesce(forgotten, 0) = 0", ["job_pkey"]),
        ("expired_jobs 2", ["job_finished"]),
        ("jobs where coalesce(forgotten, 0) = 0 te", ["job_tenant"]),
        ("jobs where forgotten = 0 state IN (3)", ["job_listed"]),
        ("job_counts", ["Index Only Scan using job_listed"]),
        (
            "task_counts",
            ["task_waiting", "task_delayed", "task_worker", "task_publishing", "task_quarantined"]
        ),
        ("lane_counts", ["Index Only Scan using task_ready"]), ("oldest_wait", ["job_waiting"]),
        ("delivery_counts", ["delivery_due", "delivery_failed"]),
    ]
    /// Of which one row is wanted, however many there are.
    private static let unsorted = ["claim_delivery", "claim_delivery of_the_future"]
    private static let large = ["job", "task", "need", "event", "delivery"]

    /// Plans are made once for each connection: those that were made while the tables were empty serve when they are full,
    /// before the server has looked at them and after.
    @Test(.timeLimit(.minutes(20)))
    func eachStatementUsesItsIndexAtAHundredThousandRows() async throws {
        try await PostgresServer.withSchema { url in
            let database = try await PostgresDatabase(url, connections: 1)
            try await Migrator(database: database).migrate()
            let store = SQLStore(database, policy: .init(), clockStep: 0)
            try await store.useEverything()
            try await store.fill(jobs: 100_000)
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
            #expect(!unsorted.contains(statement) || !plan.contains("Sort"), "\(when)\n\(plan)")
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
}
