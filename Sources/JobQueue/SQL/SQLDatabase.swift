/// The operations that both databases provide: transactions of statements in SQL that both understand.
package protocol SQLDatabase: Sendable {
    /// The store's name in messages, without a password.
    var name: String { get }
    var dialect: SQLDialect { get }
    /// The same database through a connection that no long transaction occupies: for heartbeats, which must not be late.
    var dedicated: any SQLDatabase { get }

    /// Records in the schema, which has this program's version, which server has the queue.
    func schemaIsReady() async throws
    /// Returns the identifiers of servers that were accepted in place of another one since the last call.
    func takeNewClusters() -> [String]

    /// Runs the body as one transaction.
    ///
    /// The body runs again from its start if the database requires that or is unreachable for a while, also when the outcome
    /// of the first run is unknown.
    ///
    /// - Throws: `QueueError`.
    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output

    /// Runs one statement as a transaction; on SQLite, a statement that only reads does not wait for writers.
    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow]
}

extension SQLDatabase {
    package func schemaIsReady() async throws {}
    package func takeNewClusters() -> [String] { [] }
}

/// What a power failure may undo of a committed transaction.
package enum SQLDurability: Sendable {
    /// The transaction only reads; a write in it fails.
    case read
    /// No loss: this transaction, and every one that committed before it, is on the disk.
    case durable
    /// No loss; the transaction has no timeout, and may read or write whole tables.
    case unlimited
    /// SQLite may lose the last moments, and so may a PostgreSQL server or role with `synchronous_commit = off`: tasks run again.
    case normal
    /// The last moments may be lost: for values that are written again every few seconds.
    case relaxed
}

/// An open transaction.
package protocol SQLSession {
    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow]
    /// Runs a statement whose rows are not needed; its error may be thrown by the next statement with rows, or by the commit.
    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws
    /// Runs statements in order and returns the rows of all, with one round trip to a server.
    func results(of statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]]
}

extension SQLSession {
    func row(_ statement: SQLStatement, _ values: [SQLValue]) throws -> SQLRow? {
        try rows(statement, values).first
    }

    /// Returns the first row of a statement that always returns one.
    func requiredRow(_ statement: SQLStatement, _ values: [SQLValue]) throws -> SQLRow {
        guard let row = try row(statement, values) else {
            throw SQLDecodingError.missingRow(statement)
        }
        return row
    }

    /// Returns the column `count` of a statement that counts.
    func count(_ statement: SQLStatement, _ values: [SQLValue]) throws -> Int {
        Int(try requiredRow(statement, values).integer("count"))
    }

    func run(_ statement: SQLStatement) throws { try run(statement, []) }

    package func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        _ = try rows(statement, values)
    }

    package func results(of statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        try statements.map { try rows($0, $1) }
    }
}

/// A statement with a name, under which each connection prepares it once.
///
/// Its text has `$1`, `$2`, ... for values, and placeholders in braces where the dialects differ.
package struct SQLStatement: Sendable, Hashable {
    package let name: String
    package let text: String

    init(_ name: String, _ text: SQLText) {
        self.name = name
        self.text = text.text
    }
}

/// The syntax in which the two databases differ.
package struct SQLDialect: Sendable {
    enum Engine: Sendable { case sqlite, postgres }
    let engine: Engine
    let placeholders: [(placeholder: String, text: String)]

    package static let sqlite = SQLDialect(
        engine: .sqlite,
        placeholders: [
            // The same for all processes of the host, and independent of the wall clock: only differences are used.
            ("{steady}", "vt_steady()"),
            ("{now}", "vt_now()"),
            ("{greatest}", "MAX"),
            ("{least}", "MIN"),
            ("{random id}", "lower(hex(randomblob(16)))"),
            ("{tables}", "sqlite_master"),
            ("{identity}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
            // A transaction that writes locks the whole file.
            ("{lock}", ""),
            ("{lock skipping}", ""),
            ("{hot}", ""),
        ])

    static let postgres = SQLDialect(
        engine: .postgres,
        placeholders: [
            // The server's clock, the same for all hosts; clock_timestamp() is volatile, so that no index serves it.
            ("{steady}", "(extract(epoch FROM statement_timestamp()) * 1000)::bigint"),
            ("{now}", "(extract(epoch FROM statement_timestamp()) * 1000)::bigint"),
            ("{greatest}", "GREATEST"),
            ("{least}", "LEAST"),
            ("{random id}", "replace(gen_random_uuid()::text, '-', '')"),
            (
                "{tables}",
                "(SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()) AS tables"
            ),
            ("{identity}", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
            ("{lock}", "FOR UPDATE"),
            ("{lock skipping}", "FOR UPDATE SKIP LOCKED"),
            // Rows that change often: free space in each page, and early vacuuming.
            (
                "{hot}",
                "WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)"
            ),
        ])

    package func render(_ text: String) -> String {
        placeholders.reduce(text) { $0.replacing($1.placeholder, with: $1.text) }
    }
}
