/// What both databases do for the queue: transactions of statements in SQL that both understand.
protocol SQLDatabase: Sendable {
    /// Names the store in messages; without a password.
    var name: String { get }
    var dialect: SQLDialect { get }
    /// The same database, where nothing else is waited for: for what comes too late if it comes behind others.
    var express: any SQLDatabase { get }

    /// Carries out the body as one transaction. It may be carried out again from its start where the database asks for that or is
    /// away for a while, also when the outcome of the first time is not known.
    ///
    /// - Throws: `QueueError`.
    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output

    /// Carries out one statement as a transaction of its own; on SQLite one that only reads waits for none that writes.
    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow]
}

/// What a power cut may undo.
enum SQLDurability: Sendable {
    /// There is nothing to undo: it only reads, and fails where it does not.
    case read
    /// Nothing: it is on the disk.
    case kept
    /// Nothing; and it takes as long as it does, for it may go through whole tables.
    case lengthy
    /// On SQLite the last moments, in which case work is done again; on PostgreSQL nothing.
    case normal
    /// The last moments: what is said anew every few seconds.
    case loose
}

/// An open transaction.
protocol SQLSession {
    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow]
    /// Carries out a statement whose rows nobody needs; it may fail as late as the next one that is waited for, or the commit.
    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws
    /// Carries out statements one after the other and waits once, for the rows of all: a server that is far away is asked once.
    func answers(to statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]]
}

extension SQLSession {
    func row(_ statement: SQLStatement, _ values: [SQLValue]) throws -> SQLRow? {
        try rows(statement, values).first
    }

    func run(_ statement: SQLStatement) throws { try run(statement, []) }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        _ = try rows(statement, values)
    }

    func answers(to statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        try statements.map { try rows($0, $1) }
    }
}

/// A statement with a name, under which it is prepared once for each connection.
///
/// Its text has `$1`, `$2`, ... for values, and words in braces for what the two databases write differently.
struct SQLStatement: Sendable, Hashable {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}

/// The words that the two databases write differently.
struct SQLDialect: Sendable {
    enum Engine: Sendable { case sqlite, postgres }
    let engine: Engine
    let words: [(word: String, text: String)]

    static let sqlite = SQLDialect(
        engine: .sqlite,
        words: [
            // Of the whole machine, and not set back or forth by anybody: only differences count.
            ("{steady}", "vt_steady()"),
            ("{now}", "vt_now()"),
            ("{greatest}", "MAX"),
            ("{tables}", "sqlite_master"),
            ("{identity}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
            // A transaction that writes has the whole file.
            ("{lock}", ""),
            ("{lock skipping}", ""),
            ("{hot}", ""),
        ])

    static let postgres = SQLDialect(
        engine: .postgres,
        words: [
            // The server's clock, the same for all machines; not clock_timestamp(), by which no index is searched.
            ("{steady}", "(extract(epoch FROM statement_timestamp()) * 1000)::bigint"),
            ("{now}", "(extract(epoch FROM statement_timestamp()) * 1000)::bigint"),
            ("{greatest}", "GREATEST"),
            (
                "{tables}",
                "(SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()) AS tables"
            ),
            ("{identity}", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
            ("{lock}", "FOR UPDATE"),
            ("{lock skipping}", "FOR UPDATE SKIP LOCKED"),
            // Rows that change often: room beside them, and swept early.
            (
                "{hot}",
                "WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)"
            ),
        ])

    func render(_ text: String) -> String {
        words.reduce(text) { $0.replacing($1.word, with: $1.text) }
    }
}
