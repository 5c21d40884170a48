import Synchronization

@testable import JobQueue

/// A wall clock that a test sets forward and back under a store.
///
/// SQLite's leases use another clock, which cannot be set; PostgreSQL has only one clock.
final class AdjustableClock: Sendable {
    static let day: Int64 = 86_400_000

    /// The difference to the true time, in milliseconds.
    private let offset = Atomic<Int64>(0)

    func advance(by milliseconds: Int64) { offset.add(milliseconds, ordering: .relaxed) }

    fileprivate func shifted(_ statement: SQLStatement, _ dialect: SQLDialect) -> SQLStatement {
        let offset = offset.load(ordering: .relaxed)
        guard offset != 0 else { return statement }
        var text = statement.text
        let clocks = dialect.engine == .sqlite ? ["{now}"] : ["{now}", "{steady}"]
        for clock in clocks { text = text.replacing(clock, with: "(\(clock) + (\(offset)))") }
        return SQLStatement(statement.name, "\(unchecked: text)")
    }
}

extension Backend {
    /// Runs a body with a new queue and its adjustable clock.
    func withClock<Result>(
        _ body: (SQLStore, AdjustableClock) async throws -> Result
    ) async throws -> Result {
        try await withStore(clockStep: 0) { store in
            let clock = AdjustableClock()
            let database = AdjustedDatabase(database: store.database, clock: clock)
            return try await body(SQLStore(database, policy: store.policy, clockStep: 0), clock)
        }
    }
}

private struct AdjustedDatabase: SQLDatabase {
    let database: any SQLDatabase
    let clock: AdjustableClock
    var name: String { database.name }
    var dialect: SQLDialect { database.dialect }
    var dedicated: any SQLDatabase { AdjustedDatabase(database: database.dedicated, clock: clock) }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await database.transaction(durability) { [clock, dialect] session in
            try body(AdjustedSession(session: session, clock: clock, dialect: dialect))
        }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        try await database.single(durability, clock.shifted(statement, dialect), values)
    }
}

private struct AdjustedSession: SQLSession {
    let session: any SQLSession
    let clock: AdjustableClock
    let dialect: SQLDialect

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        try session.rows(clock.shifted(statement, dialect), values)
    }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        try session.run(clock.shifted(statement, dialect), values)
    }

    func results(of statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        try session.results(of: statements.map { (clock.shifted($0, dialect), $1) })
    }
}
