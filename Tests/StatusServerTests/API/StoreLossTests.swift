import Foundation
import TestSupport
import Testing

@testable import JobQueue
@testable import StatusServer

/// A store that goes away while the server runs, and comes back.
@Suite(.timeLimit(.minutes(20))) struct StoreLossTests {
    static let hasPostgres =
        ProcessInfo.processInfo.environment["VT_TEST_PG"] != nil
        || ProcessInfo.processInfo.environment["CI"] == "true"

    @Test(.enabled(if: StoreLossTests.hasPostgres)) func aStoppedDatabaseServerIsToldUntilItIsBack()
        async throws
    {
        try await OwnServer.with { postgres in
            // As it is in production, where a call waits a minute for a server that restarts.
            let patient = try await QueueURL(postgres.url).open()
            let database = try await PostgresDatabase(
                postgres.url + "?schema=vtranscode", absence: .milliseconds(300))
            let impatient = SQLStore(database, policy: .init())
            let job = try await patient.add("/in/a.mp4")
            try await TestServer.run(store: patient) { waiting in
                try await TestServer.run(store: impatient) { server in
                    try await Self.expectReady([waiting, server], job)
                    try await postgres.halt()
                    try await Self.expectGone([waiting, server])
                    try await Self.expectErrors(server, job, "QUEUE_UNREACHABLE")
                    try await postgres.restart()
                    try await Self.expectReady([waiting, server], job)
                }
            }
        }
    }

    /// As by a disk that fails, or a file that something else overwrites.
    @Test func aDamagedFileIsToldUntilItIsRestored() async throws {
        let folder = try TemporaryFolder("queue")
        let file = URL(filePath: folder.database)
        let store = try await QueueURL("sqlite:" + folder.database).open()
        let job = try await store.add("/in/a.mp4")
        try await TestServer.run(store: store) { server in
            try await Self.expectReady([server], job)
            // All of the queue is in the file itself now, and what was read of it before is read again.
            let script =
                "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)').fetchone()[0])"
            let moved = try await Command("python3", ["-c", script, folder.database]).succeed()
            #expect(moved.lines == ["0"])
            let whole = try Data(contentsOf: file)
            try Self.overwrite(file, Data(repeating: 0x55, count: whole.count))
            try await Self.expectGone([server])
            try await Self.expectErrors(server, job, "QUEUE_CORRUPT")
            try Self.overwrite(file, whole)
            // Pages that were read meanwhile are kept until somebody writes, as workers do every few seconds.
            try await QueueURL("sqlite:" + folder.database).open().add("/in/b.mp4")
            try await Self.expectReady([server], job)
        }
    }

    /// Without making another file of it.
    private static func overwrite(_ file: URL, _ data: Data) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: data)
        try handle.close()
    }

    private static func expectReady(_ servers: [TestServer], _ job: JobID) async throws {
        for server in servers {
            // A machine with much else to do may take longer than supervisors wait.
            let limit = ContinuousClock.now + .seconds(300)
            while try await server.client.get("/readyz").status != 200 {
                try #require(.now < limit, "it never is ready")
            }
            #expect(try await server.client.get("/healthz").status == 200)
            let shown = try await server.client.get("/api/v1/jobs/\(job)")
            #expect(shown.status == 200 && shown.string("status") == "queued")
        }
    }

    private static func expectGone(_ servers: [TestServer]) async throws {
        for server in servers {
            // Its last answer holds for a second.
            let limit = ContinuousClock.now + .seconds(300)
            var answer = try await server.client.get("/readyz")
            while answer.status == 200, .now < limit {
                answer = try await server.client.get("/readyz")
            }
            #expect(answer.status == 503)
            #expect(answer.string("status") == "store unavailable")
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
            let answer = try await server.client.send(method, path, headers)
            #expect(answer.status == 503, "\(method) \(path)")
            #expect(answer.string("error.code") == code, "\(method) \(path)")
            #expect(answer.string("error.advice")?.isEmpty == false)
            // Nor where the queue lies.
            #expect(!answer.text.contains("127.0.0.1") && !answer.text.contains("/queue.db"))
        }
        let metrics = try await server.client.get("/metrics")
        #expect(metrics.status == 200 && metrics.text.contains("\nvtranscode_queue_up 0\n"))
        #expect(metrics.text.contains("process_cpu_seconds_total"))
    }
}
