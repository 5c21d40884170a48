internal import Foundation
internal import Synchronization

/// A PostgreSQL server, spoken to through few connections that are opened when they are needed.
final class PostgresDatabase: SQLDatabase {
    let dialect = SQLDialect.postgres
    private let address: PostgresAddress
    private let lanes: [PostgresLane]
    private let expressLane: PostgresLane

    /// By a connection of its own: the others may all be waiting for locks.
    var express: any SQLDatabase {
        PostgresDatabase(address, lanes: [expressLane], expressLane, absence)
    }

    var name: String { address.name }

    /// How long a server that is away is waited for, once it was there: it restarts, or another takes its place.
    private let absence: Duration

    /// A database whose schema exists when this returns, but perhaps not its tables.
    ///
    /// - Parameters:
    ///   - url: As `PostgresAddress` reads it.
    ///   - connections: At most so many at once, and one for `express`.
    ///   - patience: How long the server is waited for now, when a mistake is likelier than a restart.
    ///   - absence: How long it is waited for later.
    /// - Throws: `QueueError`.
    convenience init(
        _ url: String, connections: Int = 3, patience: Duration = .seconds(10),
        absence: Duration = .seconds(60)
    ) async throws {
        let address = try PostgresAddress(url)
        self.init(
            address, lanes: (0..<max(1, connections)).map { _ in PostgresLane(address) },
            PostgresLane(address), absence)
        try await persist(patience) { try $0.makeSchema(address.schema) }
    }

    private init(
        _ address: PostgresAddress, lanes: [PostgresLane], _ expressLane: PostgresLane,
        _ absence: Duration
    ) {
        self.address = address
        self.lanes = lanes
        self.expressLane = expressLane
        self.absence = absence
    }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await persist(absence) { try $0.transaction(durability, body) }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        guard durability == .loose else {
            return try await persist(absence) { try $0.rows(statement, values) }
        }
        return try await transaction(durability) { try $0.rows(statement, values) }
    }

    /// Carries out a body until it is done, as long as what keeps it from that may pass.
    ///
    /// Where the connection is lost it is not known whether the server has done it: it is done again, so it must not matter.
    private func persist<Output: Sendable>(
        _ patience: Duration, _ body: @escaping @Sendable (PostgresConnection) throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
        let limit = ContinuousClock.now + patience
        var tries = 0
        while true {
            do {
                return try await lane.perform(body)
            } catch let failure as PostgresFailure {
                guard failure.isPassing, .now < limit else { throw failure.error(name) }
            } catch is SQLConflict {
                guard .now < limit else {
                    throw QueueError(
                        .unreachable, name, "others changed the same things all the time",
                        advice: "try again")
                }
            } catch let fault as SQLFault {
                throw QueueError(
                    .fault, name, "\(fault)", advice: "this is a fault of the program: report it")
            }
            // 5 ms, doubled up to 2 s, half of it by chance: not all at once when the server is back.
            let wait = min(2, 0.005 * exp2(Double(min(tries, 20)))) * .random(in: 0.5..<1)
            tries += 1
            try await Task.sleep(for: .seconds(wait))
        }
    }

    /// The one with the least to do; the first ones, as long as they are enough.
    private var lane: PostgresLane {
        var best = lanes[0]
        for lane in lanes.dropFirst()
        where lane.load.load(ordering: .relaxed) < best.load.load(ordering: .relaxed) {
            best = lane
        }
        return best
    }
}

extension SQLStatement {
    fileprivate static let begin = SQLStatement("begin", "BEGIN")
    fileprivate static let loosely = SQLStatement("loosely", "SET LOCAL synchronous_commit = off")
    fileprivate static let unhurried = SQLStatement(
        "unhurried", "SET LOCAL statement_timeout = 0")
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
        defer { patience = Self.answerLimit }
        do {
            try run(.begin)
            switch durability {
            case .read: try run(.readOnly)
            case .loose: try run(.loosely)
            case .lengthy:
                try run(.unhurried)
                patience = 1e9
            case .kept, .normal: break
            }
            let output = try body(self)
            _ = try rows(.commit, [])
            return output
        } catch {
            // Else the connection goes, and the transaction with it.
            if error.leavesConnection { _ = try rows(.rollback, []) }
            throw error
        }
    }

    /// Makes the schema where it is missing; asks for no right where it is there.
    fileprivate func makeSchema(_ name: String) throws {
        guard try rows(.findSchema, [.text(name)]).isEmpty else { return }
        // One of several programs that start at once makes it, and the others wait for that.
        try transaction(.kept) { session in
            try session.run(.lockSchema, [.text(name)])
            try session.run(
                SQLStatement("make_schema", "CREATE SCHEMA IF NOT EXISTS \(name)"))
        }
    }
}
