import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// Transactions that only read.
@Suite struct ReadingTests {
    private static let deletion = SQLStatement("test", "DELETE FROM job")

    @Test func readTransactionOfSQLiteRejectsWrites() async throws {
        try await Backend.sqlite.withStore { store in
            let job = try await store.submit("a")
            await #expect(throws: QueueError.self) {
                try await store.transaction(.read) { try $0.run(Self.deletion) }
            }
            await #expect(throws: QueueError.self) {
                try await store.database.single(.read, Self.deletion, [])
            }
            #expect(try await store.state(job) == .queued)
        }
    }

    /// The error is also that of a standby (SQLSTATE 25006), which is retried for a minute by default.
    @Test(.enabled(if: PostgresServer.isExpected))
    func readTransactionOfPostgreSQLRejectsWrites() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(QueuePolicy())
            let job = try await store.submit("a")
            let reader = SQLStore(
                try await PostgresDatabase(url, connections: 1, retryTimeout: .zero),
                policy: QueuePolicy())
            let error = await #expect(throws: QueueError.self) {
                try await reader.transaction(.read) { try $0.run(Self.deletion) }
            }
            #expect(error?.message.contains("read-only") == true, "\(String(describing: error))")
            #expect(try await store.state(job) == .queued)
        }
    }

    /// A SQLite file has one writer at a time; readers do not wait for it.
    @Test func readersDoNotWaitForWriters() async throws {
        let folder = try TemporaryFolder("queue")
        let url = try QueueURL("sqlite:\(folder.url.path)/queue.db")
        let (store, other) = (try await url.openStore(.init()), try await url.openStore(.init()))
        let job = try await store.submit("a")
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let isDone = DispatchSemaphore(value: 0)
        let writing = Task {
            try await other.transaction { session in
                try session.run(SQLStatement("test", "UPDATE job SET note = 'n'"))
                start.yield()
                isDone.wait()
            }
        }
        defer { isDone.signal() }
        for await _ in starts { break }
        #expect(try await store.job(job)?.note == nil)
        #expect(try await store.jobs(JobFilter()).count == 1)
        #expect(try await store.tasks(of: job).count == 1)
        #expect(try await store.events(of: job, after: 0, limit: 10).count == 1)
        #expect(try await store.stats().jobs == [.queued: 1])
        #expect(try await store.limits(ofTenant: "a") == TenantLimits())
        #expect(try await store.limitsOfTenants() == [:])
        isDone.signal()
        try await writing.value
        #expect(try await store.job(job)?.note == "n")
    }
}
