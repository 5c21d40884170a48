import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import JobQueue

/// The identifiers of events, by which receivers recognize duplicates.
@Suite struct EventIdentifierTests {
    private static let hook = "https://example.org/hook"

    @Test(arguments: Backend.allCases)
    func identifierIsRandomAndPermanent(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let jobs = [
                try await store.submit("a", webhook: Self.hook),
                try await store.submit("b", webhook: Self.hook),
            ]
            let first = try await store.claimDeliveries(count: 9)
            #expect(first.count == 2)
            for delivery in first {
                #expect(delivery.event.id.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            }
            #expect(Set(first.map(\.event.id)).count == 2)
            try await store.passTime()
            let again = try await store.claimDeliveries(count: 9)
            #expect(again.map(\.event.id) == first.map(\.event.id))
            var events: [JobEvent] = []
            for job in jobs { events += try await store.events(of: job, after: 0, limit: 9) }
            #expect(events.map(\.id) == first.map(\.event.id))
            let records = try await store.undelivered(of: nil, onlyAbandoned: false, limit: 9)
            #expect(records.map(\.event.id) == first.map(\.event.id))
        }
    }

    /// The case of the security review: after a restore, another event has the sequence number of a delivered one.
    @Test func restoredBackupGivesNoIdentifierAgain() async throws {
        let folder = try TemporaryFolder("queue")
        let store = try await QueueURL("sqlite:\(folder.file("queue.db").path)").openStore(.init())
        let job = try await store.submit("a", webhook: Self.hook)
        let backup = folder.file("backup.db").path
        try await DatabaseQueue(path: folder.file("queue.db").path).writeWithoutTransaction {
            try $0.execute(sql: "VACUUM INTO ?", arguments: [backup])
        }
        let failed = try #require(try await store.claimOne(store.worker())).lease
        _ = try await store.fail(failed, .permanent)
        let restored = try await QueueURL("sqlite:\(backup)").openStore(.init())
        let published = try #require(try await restored.claimOne(restored.worker())).lease
        _ = try await restored.complete(published, result: "{}", adding: [])
        let ends = [
            try #require(try await store.events(of: job, after: 0, limit: 9).last),
            try #require(try await restored.events(of: job, after: 0, limit: 9).last),
        ]
        #expect(ends.map(\.kind) == [.failed, .published])
        #expect(ends[0].sequence == ends[1].sequence)
        #expect(ends[0].id != ends[1].id)
    }

    /// The event of an earlier version may have been delivered under its former identifier.
    @Test(arguments: Backend.allCases)
    func eventOfEarlierVersionKeepsItsIdentifier(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a", webhook: Self.hook)
            try await store.sql("UPDATE event SET identifier = ''")
            let delivery = try #require(try await store.claimDeliveries(count: 1).first)
            #expect(delivery.event.id == "\(job)-\(delivery.event.sequence)")
        }
    }

    /// A durable commit includes all earlier ones: no receiver learns of an event that a power failure undoes.
    @Test(arguments: Backend.allCases)
    func deliveriesAreClaimedDurably(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let database = RecordingDatabase(base: store.database)
            let recorded = SQLStore(database, policy: store.policy)
            try await store.submit("a", webhook: Self.hook)
            #expect(try await recorded.claimDeliveries(count: 1).count == 1)
            #expect(database.durabilities == [.durable])
        }
    }

    @Test func durableTransactionOfSQLiteIsSynchronous() async throws {
        let folder = try TemporaryFolder("queue")
        let database = try SQLiteDatabase(folder.file("queue.db").path)
        let pragma = SQLStatement("synchronous", "PRAGMA synchronous")
        for (durability, level) in [(SQLDurability.durable, 2), (.unlimited, 2), (.normal, 1)] {
            let rows = try await database.single(durability, pragma, [])
            #expect(try rows.map { try $0.integer("synchronous") } == [Int64(level)])
        }
    }

    /// A role or server may have `synchronous_commit = off`, as that of the tests.
    @Test(.enabled(if: PostgresServer.isExpected))
    func durableTransactionOfPostgreSQLIsSynchronous() async throws {
        try await PostgresServer.withSchema { url in
            let separator = url.contains("?") ? "&" : "?"
            let database = try await PostgresDatabase(
                "\(url)\(separator)options=-csynchronous_commit%3Doff", connections: 1)
            let show = SQLStatement("show", "SHOW synchronous_commit")
            let levels: [(SQLDurability, String)] = [
                (.durable, "on"), (.unlimited, "on"), (.normal, "off"), (.relaxed, "off"),
            ]
            for (durability, level) in levels {
                let rows = try await database.single(durability, show, [])
                #expect(try rows.map { try $0.text("synchronous_commit") } == [level])
            }
        }
    }
}

/// A database that records the durability of each transaction.
private final class RecordingDatabase: SQLDatabase {
    private let base: any SQLDatabase
    private let state = Mutex<[SQLDurability]>([])

    init(base: any SQLDatabase) { self.base = base }

    var durabilities: [SQLDurability] { state.withLock(\.self) }
    var name: String { base.name }
    var dialect: SQLDialect { base.dialect }
    var dedicated: any SQLDatabase { self }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        state.withLock { $0.append(durability) }
        return try await base.transaction(durability, body)
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        state.withLock { $0.append(durability) }
        return try await base.single(durability, statement, values)
    }
}
