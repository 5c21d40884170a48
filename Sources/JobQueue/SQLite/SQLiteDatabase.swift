internal import Foundation
internal import GRDB
internal import Synchronization

/// A SQLite file in WAL mode, shared by the processes of one machine.
final class SQLiteDatabase: SQLDatabase {
    let name: String
    let dialect = SQLDialect.sqlite
    /// Transactions of a file are short, and come one after the other in any case.
    var express: any SQLDatabase { self }
    /// A power cut may undo its last transactions, but harms nothing (synchronous=NORMAL).
    let quick: DatabasePool
    /// Its transactions are on the disk when they end (synchronous=FULL).
    let lasting: DatabaseQueue
    /// Of the file that was opened.
    private let identity: FileIdentity?

    /// Opens the file, or makes it.
    ///
    /// - Throws: `QueueError`.
    init(_ path: String) throws {
        name = path
        do {
            try Self.make(path)
            try Self.refuseOthers(path)
            // Before anything else looks at it: only one of many processes changes the mode, the others wait.
            lasting = try DatabaseQueue(path: path, configuration: Self.configuration("FULL"))
            quick = try DatabasePool(path: path, configuration: Self.configuration("NORMAL"))
            identity = FileIdentity(path)
        } catch {
            throw QueueError(error, path)
        }
    }

    /// Makes an empty file for its owner alone, where there is none: webhooks' addresses in it may hold secrets.
    private static func make(_ path: String) throws {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_CLOEXEC | O_WRONLY, 0o600)
        if file >= 0 { close(file) }
    }

    /// Makes sure that the file is no other program's, before anything of it is changed.
    private static func refuseOthers(_ path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        // What cannot be read is told by whoever opens it next.
        let names = try? DatabaseQueue(path: path, configuration: configuration).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        guard let names, let other = names.first, !names.contains(Migrator.versionTable) else {
            return
        }
        throw QueueError(
            .corrupt, path, "this is another program's database (it has a table \(other))",
            advice: "name another file; nothing in it was changed")
    }

    private static func configuration(_ synchronous: String) -> Configuration {
        var configuration = Configuration()
        // SQLite's own waiting starves whoever has waited long: with chance, nobody is late each time.
        let patience = Duration.seconds(30)
        let start = Mutex<(tries: Int, since: ContinuousClock.Instant)>((0, .now))
        configuration.busyMode = .callback { tries in
            let began = start.withLock { state in
                if tries == 0 { state.since = .now }
                return state.since
            }
            if began.duration(to: .now) > patience { return false }
            usleep(.random(in: 300...2500))
            return true
        }
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
            // A WAL that a long reader has let grow is cut back.
            try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
            database.add(
                function: DatabaseFunction("vt_now", argumentCount: 0) { _ in
                    Int64(Date().timeIntervalSince1970 * 1000)
                })
            database.add(
                function: DatabaseFunction("vt_steady", argumentCount: 0) { _ in
                    SteadyClock.milliseconds
                })
        }
        return configuration
    }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        while true {
            try requireOwnFile()
            do {
                switch durability {
                case .read: return try await quick.read { try body(SQLiteSession(database: $0)) }
                case .kept, .lengthy:
                    return try await lasting.write { try body(SQLiteSession(database: $0)) }
                case .normal, .loose:
                    return try await quick.write { try body(SQLiteSession(database: $0)) }
                }
            } catch is SQLConflict {
                try Task.checkCancellation()
            } catch let error as CancellationError {
                throw error
            } catch {
                throw QueueError(error, name)
            }
        }
    }

    /// Nobody else sees what is written to a file that was removed or replaced.
    private func requireOwnFile() throws {
        guard FileIdentity(name) == identity else {
            throw QueueError(
                .refused, name, "this file was removed or replaced while it was open",
                advice: "end what uses it, put the file back, and start again")
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
        return try Row.fetchAll(prepared, arguments: arguments).map { row in
            SQLRow(values: row.databaseValues.map(SQLValue.init))
        }
    }
}

/// Statements as SQLite reads them, rendered once.
private enum SQLiteTexts {
    private static let cache = Mutex<[String: String]>([:])

    static func text(of statement: SQLStatement) -> String {
        cache.withLock { cache in
            if let text = cache[statement.text] { return text }
            // `$1` would be a name to SQLite, numbered by where it stands first.
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
    /// What SQLite says, in words of this program.
    init(_ error: any Error, _ path: String) {
        if let error = error as? QueueError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            if let fault = QueueError(fileError: error as NSError, path) {
                self = fault
                return
            }
            self.init(.fault, path, "\(error)", advice: "this is a fault of the program: report it")
            return
        }
        let reason = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .corrupt, path, "this file is damaged or no queue (\(reason))",
                advice: "restore it from a backup (docs/operations.md), or name another queue")
        case .SQLITE_FULL:
            self.init(.full, path, "the disk is full", advice: "make room, and try again")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .unreachable, path, "other processes kept it busy for half a minute",
                advice: "try again; many workers on one machine are better served by PostgreSQL")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .refused, path, "it cannot be opened for writing (\(reason))",
                advice: "choose a folder that can be written, and see who owns the file")
        case .SQLITE_IOERR:
            self.init(
                .unreachable, path, "the disk failed to read or write (\(reason))",
                advice: "look at the disk; a queue does not belong on a network share")
        default:
            self.init(.fault, path, reason, advice: "this is a fault of the program: report it")
        }
    }

    /// An error of Foundation's files, with which GRDB looks at the WAL; `nil` for any other.
    private init?(fileError error: NSError, _ path: String) {
        guard [NSCocoaErrorDomain, NSPOSIXErrorDomain].contains(error.domain) else { return nil }
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        let code = underlying.domain == NSPOSIXErrorDomain ? Int32(underlying.code) : EIO
        if code == ENOSPC || code == EDQUOT {
            self.init(.full, path, "the disk is full", advice: "make room, and try again")
        } else {
            let reason = unsafe String(cString: strerror(code))
            self.init(
                .unreachable, path, "the disk failed to read or write (\(reason))",
                advice: "look at the disk; a queue does not belong on a network share")
        }
    }
}
