import Synchronization
import TestSupport
import Testing

@testable import JobQueue

/// Servers and connections that go away: nothing is lost and nothing happens twice.
@Suite(.enabled(if: PostgresServer.isExpected)) struct PostgresLossTests {
    private static let jobs = 150

    @Test(.timeLimit(.minutes(20)))
    func cutConnectionsLoseAndDoubleNothing() async throws {
        try await PostgresServer.withSchema { url in
            let name = try PostgresAddress(url).schema
            let store = try await QueueURL(url + "&application_name=\(name)").openStore(.init())
            // Has another name at the server: it stays.
            let other = try await QueueURL(url).openStore(.init())
            let steps = Atomic<Int>(0)
            let cuts = Atomic<Int>(0)
            let cut: @Sendable () async throws -> Void = {
                guard steps.add(1, ordering: .relaxed).newValue.isMultiple(of: 10) else { return }
                let rows = try await other.sql(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name = $1
                    """, [.text(name)])
                cuts.add(rows.count, ordering: .relaxed)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<3 {
                    group.addTask {
                        for index in 0..<Self.jobs / 3 {
                            try await store.submit("\(client) \(index)")
                            try await cut()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await store.work(by: 4, onEach: cut)
            #expect(cuts.load(ordering: .relaxed) > 20)
            try await Self.expectEachOnce(other)
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func aServersCrashLosesAndDoublesNothing() async throws {
        try await OwnServer.with { server in
            let store = try await QueueURL(server.url).openStore(.init())
            for index in 0..<Self.jobs { try await store.submit("\(index)") }
            let (first, second) = (Gate(), Gate())
            let count = Atomic<Int>(0)
            async let work: Void = store.work(by: 4) {
                let done = count.add(1, ordering: .relaxed).newValue
                if done == Self.jobs / 4 { first.open() }
                if done == Self.jobs / 2 { second.open() }
            }
            for gate in [first, second] {
                await gate.passed()
                try await server.restart()
            }
            try await work
            try await Self.expectEachOnce(store)
        }
    }

    /// From the store's own record: each job once queued and once published, and no task left.
    private static func expectEachOnce(_ store: SQLStore) async throws {
        let stats = try await store.stats()
        #expect(stats.jobs == [.completed: jobs])
        #expect(stats.tasks.isEmpty)
        for kind in ["queued", "published"] {
            let row = try await store.sql(
                "SELECT count(*), count(DISTINCT job) FROM event WHERE kind = $1", [.text(kind)]
            ).first
            #expect(try row?.integer(0) == Int64(jobs))
            #expect(try row?.integer(1) == Int64(jobs))
        }
    }

    @Test func anAnswerThatGotLostIsNoNewJob() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let request = JobRequest(key: "a", payload: "", tasks: [NewTask(kind: "work")])
            // The transaction is carried out twice, as when the first COMMIT's answer is lost.
            let twice = SQLStore(TwiceDatabase(store.database), policy: .init())
            let submission = try await twice.submit(request)
            #expect(submission.isNew)
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            #expect(try await twice.beginPublishing(task.lease, record: "r") == .made)
            #expect(try await twice.complete(task.lease, result: nil, adding: []) == .made)
            #expect(try await store.kinds(submission.job.id) == [.queued, .published])
        }
    }
}

/// Carries out each transaction once more than it is asked to, and gives the second answer.
private struct TwiceDatabase: SQLDatabase {
    let database: any SQLDatabase
    init(_ database: any SQLDatabase) { self.database = database }
    var name: String { database.name }
    var dialect: SQLDialect { database.dialect }
    var express: any SQLDatabase { TwiceDatabase(database.express) }

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

/// Opened once; whoever waits passes then.
private final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func open() { continuation.finish() }
    func passed() async { for await _ in stream {} }
}
