import class Scheduling.Latch
import Synchronization
import TestSupport
import Testing

@testable import JobQueue

/// Lost connections and crashed servers: no job is lost or completed twice.
@Suite(.enabled(if: PostgresServer.isExpected)) struct PostgresOutageTests {
    private static let jobs = 150

    @Test(.timeLimit(.minutes(20)))
    func terminatedConnectionsLoseAndRepeatNothing() async throws {
        try await PostgresServer.withSchema { url in
            let name = try PostgresAddress(url).schema
            let store = try await QueueURL(url + "&application_name=\(name)").openStore(.init())
            // Another application name: this connection is not terminated.
            let other = try await QueueURL(url).openStore(.init())
            let steps = Atomic<Int>(0)
            let terminations = Atomic<Int>(0)
            let terminate: @Sendable () async throws -> Void = {
                guard steps.add(1, ordering: .relaxed).newValue.isMultiple(of: 10) else { return }
                let rows = try await other.sql(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name = $1
                    """, [.text(name)])
                terminations.add(rows.count, ordering: .relaxed)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<3 {
                    group.addTask {
                        for index in 0..<Self.jobs / 3 {
                            try await store.submit("\(client) \(index)")
                            try await terminate()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await store.completeAllTasks(by: 4, onEach: terminate)
            #expect(terminations.load(ordering: .relaxed) > 20)
            try await Self.expectEachOnce(other)
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func serverCrashLosesAndRepeatsNothing() async throws {
        try await DedicatedPostgresServer.with { server in
            let store = try await QueueURL(server.url).openStore(.init())
            for index in 0..<Self.jobs { try await store.submit("\(index)") }
            let (first, second) = (Latch(), Latch())
            let count = Atomic<Int>(0)
            async let completion: Void = store.completeAllTasks(by: 4) {
                let done = count.add(1, ordering: .relaxed).newValue
                if done == Self.jobs / 4 { first.open() }
                if done == Self.jobs / 2 { second.open() }
            }
            for latch in [first, second] {
                await latch.wait()
                try await server.restart()
            }
            try await completion
            try await Self.expectEachOnce(store)
        }
    }

    /// Checks the store's events: each job was queued once and published once, and no task is left.
    private static func expectEachOnce(_ store: SQLStore) async throws {
        let stats = try await store.stats()
        #expect(stats.jobs == [.completed: jobs])
        #expect(stats.tasks.isEmpty)
        for kind in ["queued", "published"] {
            let row = try await store.sql(
                "SELECT count(*) AS count, count(DISTINCT job) AS jobs FROM event WHERE kind = $1",
                [.text(kind)]
            ).first
            #expect(try row?.integer("count") == Int64(jobs))
            #expect(try row?.integer("jobs") == Int64(jobs))
        }
    }

    @Test func repeatedTransactionsAreIdempotent() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let request = JobRequest(key: "a", payload: "", tasks: [NewTask(kind: "test")])
            // Each transaction runs twice, as if the response to the first COMMIT was lost.
            let repeating = SQLStore(RepeatingDatabase(store.database), policy: .init())
            let submission = try await repeating.submit(request)
            #expect(submission.isNew)
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            #expect(try await repeating.beginPublishing(task.lease, record: "r") == .applied)
            #expect(try await repeating.complete(task.lease, result: nil, adding: []) == .applied)
            #expect(try await store.kinds(submission.job.id) == [.queued, .published])
        }
    }
}

/// A database that runs each transaction twice and returns the second output.
private struct RepeatingDatabase: SQLDatabase {
    let database: any SQLDatabase
    init(_ database: any SQLDatabase) { self.database = database }
    var name: String { database.name }
    var dialect: SQLDialect { database.dialect }
    var dedicated: any SQLDatabase { RepeatingDatabase(database.dedicated) }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        _ = try await database.transaction(durability, body)
        return try await database.transaction(durability, body)
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        _ = try await database.single(durability, statement, values)
        return try await database.single(durability, statement, values)
    }
}
