import Synchronization
import Testing

@testable import JobQueue

/// The plan of each statement, by EXPLAIN.
@Suite(.enabled(if: PostgresServer.isExpected)) struct PostgresPlanTests {
    /// Statements that run often, by the first 40 characters of their names, and the indexes of their plans.
    private static let hot: [(statement: String, indexes: [String])] = [
        ("claim", ["Index Scan using task_ready", "task_pkey"]),
        ("claim_all", ["Index Scan using task_ready", "task_pkey"]),
        ("locked_job", ["job_pkey"]), ("job", ["job_pkey"]), ("complete_task", ["task_pkey"]),
        ("add_pending", ["job_pkey"]), ("end_job", ["job_pkey"]), ("report_task", ["task_pkey"]),
        ("attempts", ["task_pkey"]), ("fail_task", ["task_pkey"]),
        ("begin_publishing", ["task_pkey"]),
        ("meet_dependencies", ["dependency_pkey", "task_pkey"]), ("ready_tasks", ["(job = "]),
        ("heartbeat", ["worker_pkey"]), ("leases_of_worker", ["task_worker", "job_pkey"]),
        ("wake_delayed", ["task_delayed", "task_pkey"]), ("due_jobs", ["job_delayed"]),
        ("claim_delivery", ["delivery_due", "delivery_pkey"]),
        ("claim_delivery of_the_future", ["delivery_due", "delivery_pkey"]),
        ("waiting_suspects", ["task_quarantined", "task_alone"]),
        ("claim_suspect", ["task_pkey", "task_alone"]), ("tasks_of_worker", ["task_worker"]),
        ("claim_cleanups", ["task_cleanup", "task_pkey"]),
        ("claim_publications", ["task_publishing", "task_pkey"]),
        ("job_of_key", ["job_key"]), ("events_of_job", ["event_job"]),
        ("tasks_of_job", ["task_job"]), ("advance_finish", ["virtual_clock_pkey"]),
        ("jobs where coalesce(pruned, 0) = 0", ["job_pkey"]),
        ("prunable_jobs 2", ["job_finished"]),
        ("prunable_jobs_before 2, 3, 4", ["job_finished"]),
        ("correct_finish", ["virtual_clock_pkey"]),
        ("move_ready_tasks", ["Index Scan using task_tenant", "task_pkey"]),
        ("jobs where coalesce(pruned, 0) = 0 AND t", ["job_tenant"]),
        ("jobs where pruned = 0 AND state IN (3)", ["job_listed"]),
        ("job_counts", ["Index Only Scan using job_listed"]),
        (
            "task_counts",
            ["task_waiting", "task_delayed", "task_worker", "task_publishing", "task_quarantined"]
        ),
        ("ready_counts", ["Index Only Scan using task_ready"]), ("oldest_wait", ["job_waiting"]),
        ("delivery_counts", ["delivery_due", "delivery_failed"]),
    ]
    /// Statements that need one row and must not sort.
    private static let unsorted = ["claim_delivery", "claim_delivery of_the_future"]
    private static let large = ["job", "task", "dependency", "event", "delivery"]

    /// A connection plans a statement once: plans for empty tables must serve full tables, with and without ANALYZE.
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
            try await Self.expectIndexes(store, "planned again without ANALYZE")
            for table in Self.large + ["virtual_clock"] {
                try await store.sql("ANALYZE \(unchecked: table)")
            }
            try await Self.expectIndexes(store, "after ANALYZE")
            // While no task runs, the indexes of running tasks are small; they grow while the plan remains.
            try await store.sql(
                "UPDATE task SET worker = NULL, state = \(task: .ready) WHERE state IN (\(task: .running, .publishing))"
            )
            try await store.sql("VACUUM ANALYZE task")
            try await store.sql("REINDEX TABLE task")
            try await Self.discardPlans(store)
            try await Self.expectIndexes(store, "planned while no task ran")
        }
    }

    /// Checks the statements that both connections of a store have prepared.
    private static func expectIndexes(_ store: SQLStore, _ when: Comment) async throws {
        var found: Set<String> = []
        for database in [store.database, store.database.dedicated] {
            found.formUnion(
                try await expectIndexes(SQLStore(database, policy: .init()), prepared: when))
        }
        let missing = hot.map(\.statement).filter { !found.contains($0) }
        #expect(missing.isEmpty, "statements that were not prepared")
    }

    /// Checks the statements that a connection has prepared.
    ///
    /// - Returns: The names of the statements.
    private static func expectIndexes(
        _ store: SQLStore, prepared when: Comment
    ) async throws -> Set<String> {
        let prepared = try await store.sql(
            """
            SELECT name, cardinality(parameter_types) AS count, statement FROM pg_prepared_statements
            WHERE statement ~ '^(SELECT|UPDATE|INSERT|DELETE)' AND name !~ '^(test |step_)'
            """)
        var found: Set<String> = []
        for row in prepared {
            let (name, count) = (try row.text("name"), Int(try row.integer("count")))
            let statement = String(name[..<(name.lastIndex(of: " ") ?? name.endIndex)])
            let nulls = Array(repeating: "NULL", count: count).joined(separator: ", ")
            let plan = try await store.sql(
                "EXPLAIN EXECUTE \"\(unchecked: name)\"\(unchecked: count > 0 ? "(\(nulls))" : "")"
            ).map { try $0.text("QUERY PLAN") }.joined(separator: "\n")
            #expect(!unsorted.contains(statement) || !plan.contains("Sort"), "\(when)\n\(plan)")
            for table in large {
                #expect(
                    !plan.contains("Seq Scan on \(table)"), "\(when): \(statement)\n\(plan)")
            }
            for index in hot.filter({ $0.statement == statement }).flatMap(\.indexes) {
                #expect(plan.contains(index), "\(when): \(statement) without \(index)\n\(plan)")
            }
            found.insert(statement)
        }
        return found
    }

    private static func discardPlans(_ store: SQLStore) async throws {
        try await store.sql("DISCARD PLANS")
        try await SQLStore(store.database.dedicated, policy: .init()).sql("DISCARD PLANS")
    }
}
