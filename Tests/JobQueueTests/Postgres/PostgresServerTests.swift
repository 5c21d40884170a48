import Testing

@testable import JobQueue

/// The server of all tests with PostgreSQL.
@Suite struct PostgresServerTests {
    /// Without a server, all tests of queues run with SQLite only, and this test is reported as skipped.
    @Test(
        .enabled(
            if: PostgresServer.isExpected,
            "no tests run with PostgreSQL: VT_TEST_PG is not the URL of a server, which Scripts/test starts"
        ))
    func serverCreatesQueues() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(QueuePolicy(), clockStep: 200)
            #expect(try await store.stats().jobs.isEmpty)
        }
    }
}
