internal import Foundation
internal import GRDB
internal import Synchronization

/// A SQLite file in WAL mode, shared by the processes of one host.
final class SQLiteDatabase: SQLDatabase {
    let name: String
    let dialect = SQLDialect.sqlite
    /// Transactions on a file are short, and run one after the other in any case.
    var dedicated: any SQLDatabase { self }
    /// Connections whose last transactions a power failure may undo (synchronous=NORMAL).
    let relaxed: DatabasePool
    /// A connection whose committed transactions are on the disk (synchronous=FULL).
    let durable: DatabaseQueue
    /// A warning about the file's file system, for a person; `nil` if there is none.
    let warning: String?
    /// The identity of the opened file.
    private let identity: FileIdentity?

    /// Opens the file; creates it if it is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - fileSystem: Returns the kind of the file's file system.
    /// - Throws: `QueueError`.
    init(
        _ path: String,
        on fileSystem: (String) -> FileSystemKind? = FileSystemKind.init(ofDatabase:)
    ) throws {
        name = path
        // Before any change: a refused file system gets no file.
        warning = try fileSystem(path)?.check(path)
        do {
            try Self.createIfMissing(path)
            try Self.requireQueue(path)
            // First a single connection: it changes the journal mode while other processes wait.
            durable = try DatabaseQueue(path: path, configuration: Self.configuration("FULL"))
            relaxed = try DatabasePool(path: path, configuration: Self.configuration("NORMAL"))
            identity = FileIdentity(path)
        } catch {
            throw QueueError(error, path)
        }
    }

    /// Creates an empty file that only its owner may read: the URLs of webhooks may contain secrets.
    private static func createIfMissing(_ path: String) throws {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_CLOEXEC | O_WRONLY, 0o600)
        if file >= 0 { close(file) }
    }

    /// Checks, before any change, that the file is empty or a queue.
    private static func requireQueue(_ path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        // An unreadable file is reported when it is opened below.
        let names = try? DatabaseQueue(path: path, configuration: configuration).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        guard let names, let other = names.first, !names.contains(Migrator.versionTable.text) else {
            return
        }
        throw QueueError(
            .corrupt, path, "it is another program's database (it has a table \(other))",
            advice: "name another file; this one was not changed")
    }

    private static func configuration(_ synchronous: String) -> Configuration {
        var configuration = Configuration()
        // SQLite's own busy handler starves connections that have waited long; random delays are fair.
        let timeout = Duration.seconds(30)
        let firstTry = Mutex(ContinuousClock.now)
        configuration.busyMode = .callback { tries in
            let start = firstTry.withLock { start in
                if tries == 0 { start = .now }
                return start
            }
            if start.duration(to: .now) > timeout { return false }
            usleep(.random(in: 300...2500))
            return true
        }
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
            // Truncates a WAL that has grown during a long read.
            try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
            database.add(
                function: DatabaseFunction("vt_now", argumentCount: 0) { _ in
                    Int64(Date().timeIntervalSince1970 * 1000)
                })
            database.add(
                function: DatabaseFunction("vt_steady", argumentCount: 0) { _ in
                    BootClock.milliseconds
                })
        }
        return configuration
    }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        while true {
            try requireSameFile()
            do {
                switch durability {
                case .read: return try await relaxed.read { try body(SQLiteSession(database: $0)) }
                case .durable, .unlimited:
                    return try await durable.write { try body(SQLiteSession(database: $0)) }
                case .normal, .relaxed:
                    return try await relaxed.write { try body(SQLiteSession(database: $0)) }
                }
            } catch is SQLConflictError {
                try Task.checkCancellation()
            } catch let error as CancellationError {
                throw error
            } catch {
                throw QueueError(error, name)
            }
        }
    }

    /// Checks that the path still leads to the opened file: other processes do not see changes of a removed or replaced file.
    private func requireSameFile() throws {
        guard FileIdentity(name) == identity else {
            throw QueueError(
                .refused, name, "the file was removed or replaced while it was open",
                advice: "stop all programs that use it, restore the file, and start again")
        }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        try await transaction(durability) { try $0.rows(statement, values) }
    }
}

private struct SQLiteSession: SQLSession {
    let database: Database

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        let prepared = try database.cachedStatement(sql: SQLiteTexts.text(of: statement))
        let arguments = StatementArguments(values.map(\.databaseValue))
        let columns = prepared.columnNames
        return try Row.fetchAll(prepared, arguments: arguments).map { row in
            SQLRow(columns: columns, values: row.databaseValues.map(SQLValue.init))
        }
    }
}

/// The texts of statements in SQLite's syntax, rendered once.
private enum SQLiteTexts {
    private static let cache = Mutex<[String: String]>([:])

    static func text(of statement: SQLStatement) -> String {
        cache.withLock { cache in
            if let text = cache[statement.text] { return text }
            // In SQLite, `$1` is a name, numbered in the order of first use; `?1` is a number.
            let text = SQLDialect.sqlite.render(statement.text).replacing("$", with: "?")
            cache[statement.text] = text
            return text
        }
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .string(let value): self = .text(value)
        case .blob(let data): self = .text(String(decoding: data, as: UTF8.self))
        }
    }
}

extension QueueError {
    /// The error for an error of SQLite, of GRDB or of Foundation's file access.
    init(_ error: any Error, _ path: String) {
        if let error = error as? QueueError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            if let fileError = QueueError(fileError: error as NSError, path) {
                self = fileError
                return
            }
            self.init(
                .internalError, path, "\(error)", advice: Self.reportAdvice, cause: error)
            return
        }
        let message = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .corrupt, path, "the file is corrupt or not a queue (\(message))",
                advice: "restore it from a backup (docs/operations.md), or name another queue",
                cause: error)
        case .SQLITE_FULL:
            self.init(
                .full, path, "the disk is full", advice: "free disk space, and try again",
                cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .unreachable, path, "other processes locked it for 30 s",
                advice: "try again; use PostgreSQL for many workers", cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .refused, path, "it cannot be opened for writing (\(message))",
                advice: "choose a writable folder, and check the owner of the file", cause: error)
        case .SQLITE_IOERR:
            self.init(
                .unreachable, path, "the disk failed to read or write (\(message))",
                advice: Self.diskAdvice, cause: error)
        default:
            self.init(
                .internalError, path, message, advice: Self.reportAdvice, cause: error)
        }
    }

    private static let diskAdvice = "check the disk; do not put a queue on a network share"

    /// The error for an error of Foundation's file access, which GRDB uses for the WAL; `nil` for other errors.
    private init?(fileError error: NSError, _ path: String) {
        guard [NSCocoaErrorDomain, NSPOSIXErrorDomain].contains(error.domain) else { return nil }
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        let code = underlying.domain == NSPOSIXErrorDomain ? Int32(underlying.code) : EIO
        if code == ENOSPC || code == EDQUOT {
            self.init(
                .full, path, "the disk is full", advice: "free disk space, and try again",
                cause: error)
        } else {
            let message = unsafe String(cString: strerror(code))
            self.init(
                .unreachable, path, "the disk failed to read or write (\(message))",
                advice: Self.diskAdvice, cause: error)
        }
    }
}
