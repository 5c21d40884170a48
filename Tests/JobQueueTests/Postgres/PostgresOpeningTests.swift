import Foundation
import Testing

@testable import JobQueue

/// Opening of queues by URL.
@Suite(.enabled(if: PostgresServer.isExpected)) struct PostgresOpeningTests {
    @Test func concurrentProcessesMigrateOnce() async throws {
        try await PostgresServer.withSchema { url in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask { _ = try await QueueURL(url).open() }
                }
                try await group.waitForAll()
            }
            let store = try await QueueURL(url).openStore(.init())
            let rows = try await store.sql("SELECT version FROM queue_schema")
            #expect(try rows.map { try $0.integer("version") } == [Int64(Migrations.version)])
        }
    }

    @Test func newerSchemaIsRejected() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            try await store.sql("INSERT INTO queue_schema (version) VALUES (99)")
            let error = await #expect(throws: QueueError.self) { try await QueueURL(url).open() }
            #expect(error?.code == .tooNew)
        }
    }

    @Test func userWithoutRightsIsRejected() async throws {
        try await Self.withOtherUser { url, _ in
            let error = await #expect(throws: QueueError.self) { try await QueueURL(url).open() }
            #expect(error?.code == .refused)
        }
    }

    @Test func userNeedsNoRightToCreateTables() async throws {
        try await Self.withOtherUser { url, grant in
            try await grant("USAGE ON SCHEMA")
            try await grant("SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA")
            let store = try await QueueURL(url).openStore(.init())
            let job = try await store.submit("a")
            try await store.completeAllTasks(by: 1)
            #expect(try await store.state(job) == .completed)
        }
    }

    /// Creates a schema, and a user with only the rights that the body grants.
    private static func withOtherUser(
        _ body: (_ url: String, _ grant: (String) async throws -> Void) async throws -> Void
    ) async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let name = try PostgresAddress(url).schema
            let schema: SQLText = "\(unchecked: name)"
            try await store.sql("CREATE ROLE \(schema) LOGIN")
            let outcome: (any Error)?
            do {
                try await body(url.replacing("//vt@", with: "//\(name)@")) { rights in
                    try await store.sql("GRANT \(unchecked: rights) \(schema) TO \(schema)")
                }
                outcome = nil
            } catch {
                outcome = error
            }
            try await store.sql("DROP OWNED BY \(schema)")
            try await store.sql("DROP ROLE \(schema)")
            if let outcome { throw outcome }
        }
    }

    @Test(arguments: [("//vt@", "//nobody@"), ("/postgres", "/no_such_database")])
    func serverRejectionIsReported(old: String, new: String) async throws {
        let server = try PostgresServer.url
        let at = try #require(server.ranges(of: old).last)
        let url = server.replacingCharacters(in: at, with: new)
        let error = await #expect(throws: QueueError.self) { try await PostgresDatabase(url) }
        #expect(error?.code == .refused, "\(error?.description ?? "")")
    }

    /// The first host refuses connections, and the second accepts them and never responds.
    @Test func firstRespondingHostIsUsed() async throws {
        let unresponsive = try UnresponsiveServer()
        let url = try PostgresServer.url.replacing(
            "@127.0.0.1:", with: "@127.0.0.1:1,127.0.0.1:\(unresponsive.port),127.0.0.1:")
        _ = try await PostgresDatabase(url + "?schema=public&connect_timeout=1")
    }

    @Test func unreachableServerIsReportedAfterTimeout() async throws {
        let error = await #expect(throws: QueueError.self) {
            try await PostgresDatabase(
                "postgresql://vt:secret@127.0.0.1:1/postgres", connectTimeout: .milliseconds(300))
        }
        #expect(error?.code == .unreachable)
        #expect(error?.description.contains("secret") == false)
        #expect(error?.subject == "postgresql://vt@127.0.0.1:1/postgres")
    }

    /// The error names the host, not a timeout; the name is reserved (RFC 2606).
    @Test func unknownHostIsReported() async throws {
        let error = await #expect(throws: QueueError.self) {
            try await PostgresDatabase("postgresql://vt@queue.invalid/vt", connectTimeout: .zero)
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("queue.invalid") == true, "\(error?.message ?? "")")
    }

    @Test func unknownParameterIsReported() {
        let error = #expect(throws: QueueError.self) {
            try PostgresAddress("postgresql://vt:secret@host/vt?bogus=1")
        }
        #expect(error?.code == .badURL && error?.message.contains("bogus") == true)
        #expect(error?.description.contains("secret") == false)
    }

    /// A suspended server accepts connections and never responds.
    @Test(.timeLimit(.minutes(20)))
    func cancellationEndsWaitingForAServer() async throws {
        let unresponsive = try UnresponsiveServer()
        let url = "postgresql://vt@127.0.0.1:\(unresponsive.port)/postgres?connect_timeout=600"
        let opening = Task { try await PostgresDatabase(url) }
        await unresponsive.accepted()
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
    }

    @Test(.timeLimit(.minutes(20)))
    func cancellationEndsWaitingForALock() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let job = try await store.submit("a")
            let blocker = try await PostgresDatabase(url, connections: 1)
            try await blocker.transaction(.normal) { session in
                let lock = SQLStatement("lock", "SELECT 1 FROM job WHERE id = $1 FOR UPDATE")
                // With its result: a statement that is only sent may run too late.
                _ = try session.rows(lock, [.init(job)])
                let waiting = Task { try await store.cancel(job) }
                waiting.cancel()
                let done = DispatchSemaphore(value: 0)
                Task {
                    await #expect(throws: CancellationError.self) { try await waiting.value }
                    done.signal()
                }
                #expect(done.wait(timeout: .now() + 10) == .success)
            }
        }
    }

    /// A suspended worker may have locks; heartbeats of other workers must not be late.
    @Test(.timeLimit(.minutes(20)))
    func heartbeatsDoNotWaitBehindLocks() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let worker = try await store.worker()
            // Opens the connection, so that the time below is that of the heartbeat only.
            _ = try await store.heartbeat(worker)
            let job = try await store.submit("a")
            let blocker = try await PostgresDatabase(url, connections: 1)
            try await blocker.transaction(.normal) { session in
                let lock = SQLStatement("lock", "SELECT 1 FROM job WHERE id = $1 FOR UPDATE")
                _ = try session.rows(lock, [.init(job)])
                // More transactions than connections.
                let waiting = (0..<8).map { _ in Task { try await store.cancel(job) } }
                let beat = DispatchSemaphore(value: 0)
                Task {
                    let heartbeat = try await store.heartbeat(worker)
                    #expect(heartbeat.isKnown)
                    #expect(waiting.allSatisfy { !$0.isCancelled })
                    beat.signal()
                }
                #expect(beat.wait(timeout: .now() + 4) == .success)
                for task in waiting { task.cancel() }
            }
        }
    }

    @Test func zeroByteIsRejected() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let error = await #expect(throws: QueueError.self) {
                try await store.sql("SELECT $1", [.text("a\0b")])
            }
            #expect(error?.code == .badRequest)
        }
    }

    @Test func valuesAreReturnedUnchanged() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let values: [SQLValue] = [
                .integer(.min), .integer(.max), .real(0.1), .real(1e300), .text("é'\"\\ 🎬"),
                .text(""), .null,
            ]
            let row = try await store.sql("SELECT $1, $2, $3, $4, $5, $6, $7", values).first
            #expect(row?.values == values)
        }
    }

    /// The creation of an index over millions of rows takes longer than other statements.
    @Test func migrationsHaveNoTimeout() async throws {
        try await PostgresServer.withSchema { url in
            let database = try await PostgresDatabase(url, connections: 1)
            let show = SQLStatement("show", "SELECT current_setting('statement_timeout') AS value")
            func limit(_ durability: SQLDurability) async throws -> String {
                try await database.transaction(durability) {
                    try $0.row(show, [])?.text("value") ?? ""
                }
            }
            #expect(try await limit(.durable) == "20s")
            #expect(try await limit(.unlimited) == "0")
            #expect(try await limit(.normal) == "20s")
        }
    }
}
