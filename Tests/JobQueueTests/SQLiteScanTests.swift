import Foundation
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import JobQueue

/// What SQLite did for each statement, by its own counters.
@Suite struct SQLiteScanTests {
    /// Statements that count all there is.
    private static let counts: [SQLStatement] = [.jobCounts, .laneCounts, .deliveryCounts]
    private static let jobs = 5000

    /// `EXPLAIN QUERY PLAN` would not do: it is silent about queries that an UPDATE returns, and about how many rows are sorted.
    @Test func noStatementReadsALargeTableThrough() async throws {
        let folder = try TemporaryFolder("queue")
        let database = try SQLiteDatabase(folder.file("queue.db").path)
        try await Migrator(database: database).migrate()
        try await SQLStore(database, policy: .init()).fill(jobs: Self.jobs)
        // By connections that have prepared nothing yet.
        let used = try SQLiteDatabase(folder.file("queue.db").path)
        let store = SQLStore(used, policy: .init(), clockStep: 0)
        try await store.useEverything()
        try await store.forgetShares()
        let efforts = try await used.efforts()
        for effort in efforts where !Self.counts.contains(where: { effort.text == $0.text }) {
            #expect(effort.scanned < Self.jobs / 10, "\(effort)")
            #expect(effort.steps / max(1, effort.runs) < 2 * Self.jobs, "\(effort)")
        }
        // It would see one that does.
        let count = try #require(efforts.first { $0.text == SQLStatement.jobCounts.text })
        #expect(count.scanned >= Self.jobs && count.steps >= Self.jobs)
        for beginning in ["UPDATE task SET state = 3", "UPDATE delivery SET attempts"] {
            #expect(efforts.contains { $0.text.hasPrefix(beginning) && $0.runs > 0 })
        }
    }
}

/// What a statement took, of all times that it ran.
private struct StatementEffort {
    let text: String
    let runs: Int
    /// Rows that were passed where no index led to those that are wanted.
    let scanned: Int
    /// Instructions of SQLite's machine.
    let steps: Int
}

extension SQLiteDatabase {
    /// Of all statements that its connections have prepared.
    fileprivate func efforts() async throws -> [StatementEffort] {
        try await quick.write { Self.efforts($0) } + lasting.write { Self.efforts($0) }
            + quick.read { Self.efforts($0) }
    }

    private static func efforts(_ database: Database) -> [StatementEffort] {
        var efforts: [StatementEffort] = []
        var statement = sqlite3_next_stmt(database.sqliteConnection, nil)
        while let current = statement {
            func count(_ counter: Int32) -> Int {
                Int(sqlite3_stmt_status(current, counter, 0))
            }
            efforts.append(
                StatementEffort(
                    text: sqlite3_sql(current).map { String(cString: $0) } ?? "",
                    runs: count(SQLITE_STMTSTATUS_RUN),
                    scanned: count(SQLITE_STMTSTATUS_FULLSCAN_STEP),
                    steps: count(SQLITE_STMTSTATUS_VM_STEP)))
            statement = sqlite3_next_stmt(database.sqliteConnection, current)
        }
        return efforts
    }
}
