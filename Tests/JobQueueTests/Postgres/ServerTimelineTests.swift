import TestSupport
import Testing

@testable import JobQueue

/// The refusal of former primaries.
@Suite struct ServerTimelineTests {
    @Test func lowerTimelineOfOneClusterIsRefused() throws {
        let memory = TimelineMemory()
        func server(_ id: String, _ timeline: Int64) -> ServerTimeline {
            ServerTimeline(systemIdentifier: id, timeline: timeline)
        }
        try memory.check(server("a", 2), stored: nil, hasOthers: false)
        #expect(memory.takeNewClusters().isEmpty)
        try memory.check(server("a", 3), stored: 2, hasOthers: false)
        let error = #expect(throws: PostgresError.self) {
            try memory.check(server("a", 2), stored: 2, hasOthers: false)
        }
        #expect(error?.isTransient == true && error?.isConnectionLost == true)
        #expect(error?.queueError("q").code == .unreachable)
        // Another cluster, as after a restore into a new one, has timelines of its own.
        try memory.check(server("b", 1), stored: nil, hasOthers: true)
        #expect(memory.takeNewClusters() == ["b"])
        try memory.check(server("b", 1), stored: 1, hasOthers: true)
        #expect(memory.takeNewClusters().isEmpty)
        #expect(throws: PostgresError.self) {
            try memory.check(server("b", 1), stored: 2, hasOthers: true)
        }
    }

    private static func timelines(_ store: SQLStore) async throws -> [String: Int64] {
        try await Dictionary(
            uniqueKeysWithValues: store.sql("SELECT * FROM server_timeline").map {
                (try $0.text("system_identifier"), try $0.integer("timeline"))
            })
    }

    @Test(.enabled(if: PostgresServer.isExpected))
    func schemaRemembersTimelines() async throws {
        try await PostgresServer.withSchema { url in
            let store = try await QueueURL(url).openStore(.init())
            let known = try await Self.timelines(store)
            #expect(known.count == 1)
            #expect(try #require(known.values.first) >= 1)
            #expect(try await store.maintain().newClusters.isEmpty)
            try await store.sql("UPDATE server_timeline SET timeline = 99")
            let error = await #expect(throws: QueueError.self) {
                try await PostgresDatabase(
                    url, connections: 1, connectTimeout: .milliseconds(50))
            }
            #expect(error?.code == .unreachable)
            #expect(error?.message.contains("former primary") == true)
            // The queue was moved to this cluster by a dump.
            try await store.sql("UPDATE server_timeline SET system_identifier = 'other'")
            let moved = try await QueueURL(url).openStore(.init())
            #expect(try await moved.maintain().newClusters == Array(known.keys))
            #expect(
                try await Self.timelines(moved)
                    == known.merging(["other": 99]) { first, _ in first })
            #expect(try await moved.maintain().newClusters.isEmpty)
        }
    }

    /// A primary is replaced by its standby, and comes back writable at the same address.
    @Test(.enabled(if: PostgresServer.isExpected), .timeLimit(.minutes(5)))
    func formerPrimaryIsRefusedUntilThePresentOneReturns() async throws {
        try await DedicatedPostgresServer.with { server in
            let database = try await PostgresDatabase(
                server.url, connections: 1, retryTimeout: .seconds(2))
            try await Migrator(database: database).migrate()
            try await database.schemaIsReady()
            let store = SQLStore(database, policy: .init())
            #expect(try await Array(Self.timelines(store).values) == [1])
            try await server.copy()
            try await server.promote()
            let job = try await store.submit("a")
            #expect(try await Array(Self.timelines(store).values) == [2])
            try await server.exchangeWithCopy()
            let error = await #expect(throws: QueueError.self) { try await store.submit("b") }
            #expect(error?.code == .unreachable)
            #expect(
                error?.message.contains("former primary") == true, "\(String(describing: error))")
            try await server.exchangeWithCopy()
            #expect(try await store.state(job) == .queued)
            #expect(try await store.jobs(JobFilter()).count == 1)
        }
    }
}
