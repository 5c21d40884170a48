internal import Foundation
internal import Synchronization

/// A queue on a PostgreSQL server, with a few connections that are opened on demand.
final class PostgresDatabase: SQLDatabase {
    let dialect = SQLDialect.postgres
    private let address: PostgresAddress
    private let threads: [PostgresThread]
    private let dedicatedThread: PostgresThread
    private let timelines: TimelineMemory

    /// The same database through another connection: the others may all wait for locks.
    var dedicated: any SQLDatabase {
        PostgresDatabase(
            address, threads: [dedicatedThread], dedicatedThread, timelines, retryTimeout)
    }

    var name: String { address.name }

    /// The time for which transient errors are retried, such as those of a restart or a failover.
    private let retryTimeout: Duration

    /// Connects to a server and creates the schema if it is missing, without tables.
    ///
    /// - Parameters:
    ///   - url: A URL that `PostgresAddress` parses.
    ///   - connections: The maximum number of connections, in addition to one for `dedicated`.
    ///   - connectTimeout: The time for which errors are retried now, when a wrong URL is likelier than a restart.
    ///   - retryTimeout: The time for which errors are retried later.
    /// - Throws: `QueueError`.
    convenience init(
        _ url: String, connections: Int = 3, connectTimeout: Duration = .seconds(10),
        retryTimeout: Duration = .seconds(60)
    ) async throws {
        let (address, timelines) = (try PostgresAddress(url), TimelineMemory())
        let threads = (0..<max(1, connections)).map { _ in PostgresThread(address, timelines) }
        self.init(
            address, threads: threads, PostgresThread(address, timelines), timelines, retryTimeout)
        try await retrying(for: connectTimeout) { try $0.createSchema(address.schema) }
    }

    private init(
        _ address: PostgresAddress, threads: [PostgresThread], _ dedicatedThread: PostgresThread,
        _ timelines: TimelineMemory, _ retryTimeout: Duration
    ) {
        self.address = address
        self.threads = threads
        self.dedicatedThread = dedicatedThread
        self.timelines = timelines
        self.retryTimeout = retryTimeout
    }

    func schemaIsReady() async throws {
        try await retrying(for: retryTimeout) { [timelines] in try $0.checkTimeline(timelines) }
    }

    func takeNewClusters() -> [String] { timelines.takeNewClusters() }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await retrying(for: retryTimeout) { try $0.transaction(durability, body) }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        switch durability {
        case .read, .normal:
            try await retrying(for: retryTimeout) { try $0.rows(statement, values) }
        // These are settings of a transaction.
        case .durable, .unlimited, .relaxed:
            try await transaction(durability) { try $0.rows(statement, values) }
        }
    }

    /// Runs a body, again after a transient error, until a timeout.
    ///
    /// After a lost connection it is unknown whether the server has applied the body: it must be idempotent.
    private func retrying<Output: Sendable>(
        for timeout: Duration, _ body: @escaping @Sendable (PostgresConnection) throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
        let deadline = ContinuousClock.now + timeout
        var retries = 0
        while true {
            do {
                return try await idlestThread.perform(body)
            } catch let error as PostgresError {
                guard error.isTransient, .now < deadline else { throw error.queueError(name) }
            } catch let error as SQLConflictError {
                guard .now < deadline else {
                    throw QueueError(
                        .unreachable, name, "other transactions changed the same rows repeatedly",
                        advice: "try again", cause: error)
                }
            } catch let error as SQLDecodingError {
                throw QueueError(
                    .internalError, name, "\(error)", advice: QueueError.reportAdvice,
                    cause: error)
            }
            // 5 ms, doubled up to 2 s, half of it random, to spread the load after a restart.
            let backoff = min(2, 0.005 * exp2(Double(min(retries, 20)))) * .random(in: 0.5..<1)
            retries += 1
            try await Task.sleep(for: .seconds(backoff))
        }
    }

    /// The first thread with the least load, so that few connections are opened.
    private var idlestThread: PostgresThread {
        var best = threads[0]
        for thread in threads.dropFirst()
        where thread.load.load(ordering: .relaxed) < best.load.load(ordering: .relaxed) {
            best = thread
        }
        return best
    }
}

extension SQLStatement {
    fileprivate static let begin = SQLStatement("begin", "BEGIN")
    fileprivate static let relaxed = SQLStatement("relaxed", "SET LOCAL synchronous_commit = off")
    /// The default is the server's or the role's, which may be `off`.
    fileprivate static let durable = SQLStatement("durable", "SET LOCAL synchronous_commit = on")
    fileprivate static let unlimited = SQLStatement(
        "unlimited", "SET LOCAL statement_timeout = 0")
    fileprivate static let readOnly = SQLStatement("read_only", "SET TRANSACTION READ ONLY")
    fileprivate static let commit = SQLStatement("commit", "COMMIT")
    fileprivate static let rollback = SQLStatement("rollback", "ROLLBACK")
    fileprivate static let findSchema = SQLStatement(
        "find_schema", "SELECT 1 FROM pg_namespace WHERE nspname = $1")
    fileprivate static let lockSchema = SQLStatement(
        "lock_schema_name", "SELECT pg_advisory_xact_lock(72387119, hashtext($1))")
}

extension PostgresConnection: SQLSession {
    fileprivate func transaction<Output>(
        _ durability: SQLDurability, _ body: (any SQLSession) throws -> Output
    ) throws -> Output {
        defer { responseTimeout = Self.defaultResponseTimeout }
        do {
            try run(.begin)
            switch durability {
            case .read: try run(.readOnly)
            case .relaxed: try run(.relaxed)
            case .durable: try run(.durable)
            case .unlimited:
                try run(.durable)
                try run(.unlimited)
                responseTimeout = 1e9
            case .normal: break
            }
            let output = try body(self)
            _ = try rows(.commit, [])
            return output
        } catch {
            // Otherwise the connection is closed, which rolls the transaction back.
            if error.keepsConnection { _ = try rows(.rollback, []) }
            throw error
        }
    }

    /// Creates the schema if it is missing; an existing schema requires no right to create one.
    fileprivate func createSchema(_ name: String) throws {
        guard try rows(.findSchema, [.text(name)]).isEmpty else { return }
        // One of several programs that start together creates it, and the others wait.
        try transaction(.durable) { session in
            try session.run(.lockSchema, [.text(name)])
            try session.run(
                SQLStatement("create_schema", "CREATE SCHEMA IF NOT EXISTS \(unchecked: name)"))
        }
    }
}
