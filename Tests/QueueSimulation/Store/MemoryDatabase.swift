import GRDBSQLite
import JobQueue

/// A row that a transaction inserted, changed or deleted.
struct ChangedRow: Hashable {
    let table: StoredTable
    let row: Int64
}

/// The tables that the model observes.
enum StoredTable: String, CaseIterable {
    case job, task, worker, event, delivery, reservation, tenant, setting, dependency
}

/// An error of SQLite: a statement of the store that SQLite rejects.
struct SQLiteError: Error, CustomStringConvertible {
    let description: String
}

/// A SQLite database in memory, on one connection for all simulated processes.
///
/// One outer transaction is never committed; it makes a new database of a used one. Inside of it, a savepoint has the commits
/// that a power failure undoes. A copy of the tables is the backup.
///
/// Safe because: the whole simulation runs in one task.
final class MemoryDatabase: @unchecked Sendable {
    private let connection: OpaquePointer
    /// The store's statements by their names, and the simulation's by their texts.
    private var statements: [String: Prepared] = [:]
    /// The savepoint of the present transaction.
    private var savepoint = Savepoint.unneeded
    private var changes: [ChangedRow] = []
    private var tables: [String] = []
    let clock: SimulatedClock
    /// The random values of SQL.
    private let random = SeededRandom(seed: 0)
    /// The change of the store's statements; applies to statements that are prepared afterwards.
    var mutant: Mutant? { didSet { statements = [:] } }

    /// Creates a database with the store's schema.
    static func make(clock: SimulatedClock) async throws -> MemoryDatabase {
        let database = try MemoryDatabase(clock: clock)
        try await Migrator(database: SetupDatabase(database: database)).migrate()
        try database.finishSetup()
        return database
    }

    private init(clock: SimulatedClock) throws {
        self.clock = clock
        var connection: OpaquePointer?
        // No locks: the whole simulation runs in one task.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(":memory:", &connection, flags, nil) == SQLITE_OK, let connection
        else {
            throw SQLiteError(description: "SQLite cannot open a database in memory")
        }
        self.connection = connection
        let clockPointer = Unmanaged.passUnretained(clock).toOpaque()
        sqlite3_create_function_v2(
            connection, "vt_now", 0, SQLITE_UTF8, clockPointer,
            { context, _, _ in
                let clock = Unmanaged<SimulatedClock>.fromOpaque(sqlite3_user_data(context)!)
                sqlite3_result_int64(context, clock.takeUnretainedValue().wall)
            }, nil, nil, nil)
        sqlite3_create_function_v2(
            connection, "vt_steady", 0, SQLITE_UTF8, clockPointer,
            { context, _, _ in
                let clock = Unmanaged<SimulatedClock>.fromOpaque(sqlite3_user_data(context)!)
                sqlite3_result_int64(context, clock.takeUnretainedValue().steady)
            }, nil, nil, nil)
        // Random values of SQL come from the schedule's seed, too.
        sqlite3_create_function_v2(
            connection, "randomblob", 1, SQLITE_UTF8, Unmanaged.passUnretained(random).toOpaque(),
            { context, _, values in
                let random = Unmanaged<SeededRandom>.fromOpaque(sqlite3_user_data(context)!)
                    .takeUnretainedValue()
                var bytes: [UInt8] = []
                for _ in 0..<sqlite3_value_int(values![0]) {
                    bytes.append(UInt8(truncatingIfNeeded: random.next()))
                }
                sqlite3_result_blob(
                    context, bytes, Int32(bytes.count),
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }, nil, nil, nil)
        // Savepoints copy whole pages, of which each change needs few bytes.
        try execute("PRAGMA page_size = 1024")
        try execute("PRAGMA temp_store = MEMORY")
        try execute("ATTACH ':memory:' AS backup")
    }

    deinit {
        // The connection remains open until the last statement is finalized.
        sqlite3_close_v2(connection)
    }

    private func finishSetup() throws {
        let names = try prepared(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        try forEachRow(of: names) { tables.append(try $0.text()) }
        for table in tables {
            try execute("CREATE TABLE backup.copy_\(table) AS SELECT * FROM main.\(table)")
        }
        sqlite3_update_hook(
            connection,
            { context, _, _, table, row in
                guard let context, let table else { return }
                Unmanaged<MemoryDatabase>.fromOpaque(context).takeUnretainedValue().changed(
                    table, row)
            }, Unmanaged.passUnretained(self).toOpaque())
        try execute("BEGIN")
        try execute("SAVEPOINT durable")
    }

    private func changed(_ table: UnsafePointer<CChar>, _ row: Int64) {
        guard let table = StoredTable(rawValue: String(cString: table)) else { return }
        changes.append(ChangedRow(table: table, row: row))
    }

    // MARK: Transactions

    /// The savepoint to which an error returns: made before the first statement that writes.
    private enum Savepoint { case unneeded, needed, made }

    /// Runs a body as one transaction.
    ///
    /// - Parameters:
    ///   - isDurable: Whether a power failure retains the transaction and those before it.
    ///   - isSingle: Whether the body is one statement, which has no effect if it fails.
    ///   - body: The statements.
    /// - Returns: The body's result, and the changed rows in the order of the changes.
    /// - Throws: The body's error, after a rollback.
    func transaction<Output>(
        isDurable: Bool, isSingle: Bool, _ body: () throws -> Output
    ) throws -> (output: Output, changes: [ChangedRow]) {
        changes.removeAll(keepingCapacity: true)
        savepoint = isSingle ? .unneeded : .needed
        defer { savepoint = .unneeded }
        let output: Output
        do {
            output = try body()
        } catch {
            if savepoint == .made {
                try execute("ROLLBACK TO current")
                try execute("RELEASE current")
            }
            throw error
        }
        if savepoint == .made { try execute("RELEASE current") }
        if isDurable { try makeDurable() }
        return (output, changes)
    }

    /// Makes all commits durable.
    func makeDurable() throws {
        try execute("RELEASE durable")
        try execute("SAVEPOINT durable")
    }

    /// Undoes the commits that are not durable.
    func losePower() throws { try execute("ROLLBACK TO durable") }

    /// Copies all tables; a backup contains durable commits only, so all become durable.
    func makeBackup() throws { try copy(from: "main.", to: "backup.copy_") }

    /// Replaces all tables by those of the backup.
    func restoreBackup() throws { try copy(from: "backup.copy_", to: "main.") }

    private func copy(from source: String, to destination: String) throws {
        for table in tables {
            try execute("DELETE FROM \(destination)\(table)")
            try execute("INSERT INTO \(destination)\(table) SELECT * FROM \(source)\(table)")
        }
        try makeDurable()
    }

    /// Discards all content but the schema.
    func reset(seed: UInt64) throws {
        random.restart(seed: ~seed)
        try execute("ROLLBACK")
        try execute("BEGIN")
        try execute("SAVEPOINT durable")
    }

    // MARK: Statements

    /// Runs a statement of the store.
    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        let prepared = try prepared(statement)
        if savepoint == .needed, !prepared.isReadOnly {
            try execute("SAVEPOINT current")
            savepoint = .made
        }
        var rows: [SQLRow] = []
        try forEachRow(of: prepared, values) { _ in
            let values = prepared.columns.indices.map { value(prepared.statement, Int32($0)) }
            rows.append(SQLRow(columns: prepared.columns, values: values))
        }
        return rows
    }

    private func execute(_ text: String) throws {
        try forEachRow(of: try prepared(text)) { _ in }
    }

    /// A statement that is compiled once.
    final class Prepared {
        /// The text before placeholders are replaced.
        fileprivate let text: String
        fileprivate let statement: OpaquePointer
        fileprivate let columns: [String]
        fileprivate let isReadOnly: Bool

        fileprivate init(_ text: String, _ statement: OpaquePointer) {
            (self.text, self.statement) = (text, statement)
            columns = (0..<sqlite3_column_count(statement)).map {
                String(cString: sqlite3_column_name(statement, $0))
            }
            isReadOnly = sqlite3_stmt_readonly(statement) != 0
        }

        deinit { sqlite3_finalize(statement) }
    }

    /// Compiles a statement of the simulation.
    func prepared(_ text: String) throws -> Prepared {
        if let found = statements[text] { return found }
        let prepared = Prepared(text, try compile(text))
        statements[text] = prepared
        return prepared
    }

    private func prepared(_ statement: SQLStatement) throws -> Prepared {
        // The texts of a name are the same object: the comparison takes no time.
        if let found = statements[statement.name], found.text == statement.text { return found }
        let changed = try mutant?.changed(statement.text, of: statement.name) ?? statement.text
        let prepared = Prepared(statement.text, try compile(changed))
        statements[statement.name] = prepared
        return prepared
    }

    private func compile(_ text: String) throws -> OpaquePointer {
        let sql = SQLDialect.sqlite.render(text).replacing("$", with: "?")
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil) == SQLITE_OK,
            let statement
        else { throw error(sql) }
        return statement
    }

    private func error(_ subject: String) -> SQLiteError {
        SQLiteError(description: "\(String(cString: sqlite3_errmsg(connection))): \(subject)")
    }

    /// Runs a statement, and a body for each row.
    func forEachRow(
        of prepared: Prepared, _ values: [SQLValue] = [],
        _ body: (inout RowCursor) throws -> Void
    ) throws {
        let statement = prepared.statement
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() { bind(value, to: statement, Int32(index + 1)) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                var cursor = RowCursor(statement)
                try body(&cursor)
            case SQLITE_DONE: return
            default: throw error(String(cString: sqlite3_sql(statement)))
            }
        }
    }

    private func bind(_ value: SQLValue, to statement: OpaquePointer, _ index: Int32) {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value):
            // SQLITE_TRANSIENT: SQLite copies the text.
            sqlite3_bind_text(
                statement, index, value, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    private func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_NULL: .null
        default: .text(String(cString: sqlite3_column_text(statement, column)))
        }
    }
}

/// The database while its schema is created.
private struct SetupDatabase: SQLDatabase {
    let database: MemoryDatabase
    var name: String { "memory" }
    var dialect: SQLDialect { .sqlite }
    var dedicated: any SQLDatabase { self }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output { try body(MemorySession(database: database)) }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] { try database.rows(statement, values) }
}

/// A transaction of the database in memory.
struct MemorySession: SQLSession {
    let database: MemoryDatabase

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        try database.rows(statement, values)
    }
}
