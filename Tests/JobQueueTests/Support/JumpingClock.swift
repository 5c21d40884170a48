import Synchronization

@testable import JobQueue

/// A wall clock that a test sets forth and back under a store.
///
/// SQLite's leases go by another clock, which nobody sets; PostgreSQL has only the one.
final class JumpingClock: Sendable {
    static let day: Int64 = 86_400_000

    /// Milliseconds that it is ahead of the true time.
    private let offset = Atomic<Int64>(0)

    func jump(by milliseconds: Int64) { offset.add(milliseconds, ordering: .relaxed) }

    fileprivate func shifted(_ statement: SQLStatement, _ dialect: SQLDialect) -> SQLStatement {
        let offset = offset.load(ordering: .relaxed)
        guard offset != 0 else { return statement }
        var text = statement.text
        let words = dialect.engine == .sqlite ? ["{now}"] : ["{now}", "{steady}"]
        for word in words { text = text.replacing(word, with: "(\(word) + (\(offset)))") }
        return SQLStatement(statement.name, text)
    }
}

extension Backend {
    /// Opens a queue of its own whose clock can be set.
    func withClock<Result>(
        _ body: (SQLStore, JumpingClock) async throws -> Result
    ) async throws -> Result {
        try await withStore(clockStep: 0) { store in
            let clock = JumpingClock()
            let database = JumpingDatabase(database: store.database, clock: clock)
            return try await body(SQLStore(database, policy: store.policy, clockStep: 0), clock)
        }
    }
}

private struct JumpingDatabase: SQLDatabase {
    let database: any SQLDatabase
    let clock: JumpingClock
    var name: String { database.name }
    var dialect: SQLDialect { database.dialect }
    var express: any SQLDatabase { JumpingDatabase(database: database.express, clock: clock) }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await database.transaction(durability) { [clock, dialect] session in
            try body(JumpingSession(session: session, clock: clock, dialect: dialect))
        }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        try await database.single(durability, clock.shifted(statement, dialect), values)
    }
}

private struct JumpingSession: SQLSession {
    let session: any SQLSession
    let clock: JumpingClock
    let dialect: SQLDialect

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        try session.rows(clock.shifted(statement, dialect), values)
    }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        try session.run(clock.shifted(statement, dialect), values)
    }

    func answers(to statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        try session.answers(to: statements.map { (clock.shifted($0, dialect), $1) })
    }
}
