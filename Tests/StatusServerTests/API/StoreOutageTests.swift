import Foundation
import TestSupport
import Testing

@testable import JobQueue
@testable import StatusServer

/// Outages of the store.
@Suite(.timeLimit(.minutes(20))) struct StoreOutageTests {
    static let hasPostgres =
        ProcessInfo.processInfo.environment["VT_TEST_PG"] != nil
        || ProcessInfo.processInfo.environment["CI"] == "true"

    @Test(.enabled(if: StoreOutageTests.hasPostgres)) func stoppedDatabaseServerIsReported()
        async throws
    {
        try await DedicatedPostgresServer.with { postgres in
            // The store retries calls for a minute, as in production.
            let patient = try await QueueURL(postgres.url).open()
            let database = try await PostgresDatabase(
                postgres.url + "?schema=vtranscode", retryTimeout: .milliseconds(300))
            let impatient = SQLStore(database, policy: .init())
            let job = try await patient.add("/in/a.mp4")
            try await TestServer.run(store: patient) { waiting in
                try await TestServer.run(store: impatient) { server in
                    try await Self.expectReady([waiting, server], job)
                    try await postgres.halt()
                    try await Self.expectUnavailable([waiting, server])
                    try await Self.expectErrors(server, job, "QUEUE_UNREACHABLE")
                    try await postgres.restart()
                    try await Self.expectReady([waiting, server], job)
                }
            }
        }
    }

    /// A file that was overwritten.
    @Test func corruptFileIsReported() async throws {
        let folder = try TemporaryFolder("queue")
        let file = URL(filePath: folder.database)
        let store = try await QueueURL("sqlite:" + folder.database).open()
        let job = try await store.add("/in/a.mp4")
        try await TestServer.run(store: store) { server in
            try await Self.expectReady([server], job)
            // The file contains the whole queue, without a WAL, and no page is cached.
            let script =
                "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)').fetchone()[0])"
            let moved = try await Command("python3", ["-c", script, folder.database]).succeed()
            #expect(moved.lines == ["0"])
            let whole = try Data(contentsOf: file)
            try Self.overwrite(file, Data(repeating: 0x55, count: whole.count))
            try await Self.expectUnavailable([server])
            try await Self.expectErrors(server, job, "QUEUE_CORRUPT")
            try Self.overwrite(file, whole)
            // Cached pages are valid until the next write, which workers perform every few seconds.
            try await QueueURL("sqlite:" + folder.database).open().add("/in/b.mp4")
            try await Self.expectReady([server], job)
        }
    }

    /// Overwrites a file in place.
    private static func overwrite(_ file: URL, _ data: Data) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: data)
        try handle.close()
    }

    private static func expectReady(_ servers: [TestServer], _ job: JobID) async throws {
        for server in servers {
            // A busy host may exceed the timeout of probes.
            let limit = ContinuousClock.now + .seconds(300)
            while try await server.client.get("/readyz").status != 200 {
                try #require(.now < limit, "it never is ready")
            }
            #expect(try await server.client.get("/healthz").status == 200)
            let shown = try await server.client.get("/api/v1/jobs/\(job)")
            #expect(shown.status == 200 && shown.string("status") == "queued")
        }
    }

    private static func expectUnavailable(_ servers: [TestServer]) async throws {
        for server in servers {
            // The last response is cached for a second.
            let limit = ContinuousClock.now + .seconds(300)
            var response = try await server.client.get("/readyz")
            while response.status == 200, .now < limit {
                response = try await server.client.get("/readyz")
            }
            #expect(response.status == 503)
            #expect(response.string("status") == "store unavailable")
            #expect(try await server.client.get("/healthz").status == 200)
        }
    }

    private static func expectErrors(
        _ server: TestServer, _ job: JobID, _ code: String
    ) async throws {
        let calls = [
            ("GET", "/api/v1/jobs"), ("GET", "/api/v1/jobs/\(job)"), ("GET", "/api/v1/stats"),
            ("GET", "/api/v1/jobs/\(job)/events"),
            ("POST", "/api/v1/jobs/\(job)/cancel"), ("POST", "/api/v1/jobs/\(job)/retry"),
        ]
        for (method, path) in calls {
            let headers = ["Content-Type": "application/json"]
            let response = try await server.client.send(method, path, headers)
            #expect(response.status == 503, "\(method) \(path)")
            #expect(response.string("error.code") == code, "\(method) \(path)")
            #expect(response.string("error.advice")?.isEmpty == false)
            // The response omits the queue's path.
            #expect(!response.text.contains("127.0.0.1") && !response.text.contains("/queue.db"))
        }
        let metrics = try await server.client.get("/metrics")
        #expect(metrics.status == 200 && metrics.text.contains("\nvtranscode_queue_up 0\n"))
        #expect(metrics.text.contains("process_cpu_seconds_total"))
    }
}
