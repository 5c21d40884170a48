import Foundation
import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import JobQueue

/// The rows that SQLite scans for each statement, by its counters.
@Suite struct SQLiteScanTests {
    /// Statements that count all rows.
    private static let counts: [SQLStatement] = [.jobCounts, .readyCounts, .deliveryCounts]
    private static let jobs = 5000

    /// `EXPLAIN QUERY PLAN` omits queries in RETURNING and the number of sorted rows.
    @Test func noStatementScansALargeTable() async throws {
        let folder = try TemporaryFolder("queue")
        let database = try SQLiteDatabase(folder.file("queue.db").path)
        try await Migrator(database: database).migrate()
        try await SQLStore(database, policy: .init()).fill(jobs: Self.jobs)
        // New connections have prepared no statements.
        let used = try SQLiteDatabase(folder.file("queue.db").path)
        let store = SQLStore(used, policy: .init(), clockStep: 0)
        try await store.useEverything()
        try await store.deleteObsoleteFinishes()
        let efforts = try await used.efforts()
        for effort in efforts where !Self.counts.contains(where: { effort.text == $0.text }) {
            #expect(effort.scanned < Self.jobs / 10, "\(effort)")
            #expect(effort.steps / max(1, effort.runs) < 2 * Self.jobs, "\(effort)")
        }
        // The counters detect a scan.
        let count = try #require(efforts.first { $0.text == SQLStatement.jobCounts.text })
        #expect(count.scanned >= Self.jobs && count.steps >= Self.jobs)
        for beginning in [
            "UPDATE task SET state = \(TaskState.running.rawValue)", "UPDATE delivery SET attempts",
        ] {
            #expect(efforts.contains { $0.text.hasPrefix(beginning) && $0.runs > 0 })
        }
    }
}

/// The effort of all runs of a statement.
private struct StatementEffort {
    let text: String
    let runs: Int
    /// The number of rows that were scanned without an index.
    let scanned: Int
    /// The number of instructions of SQLite's virtual machine.
    let steps: Int
}

extension SQLiteDatabase {
    /// Returns the effort of all statements that the connections have prepared.
    fileprivate func efforts() async throws -> [StatementEffort] {
        try await relaxed.write { Self.efforts($0) } + durable.write { Self.efforts($0) }
            + relaxed.read { Self.efforts($0) }
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
