import Foundation
import class Scheduling.Latch
import Synchronization

@testable import JobQueue

/// A SQLite database that fails on request, like an unreachable server.
final class FailingDatabase: SQLDatabase {
    enum Failure: Sendable {
        /// Calls wait until their cancellation.
        case unreachable
        /// Calls are applied, and their responses are lost.
        case lostResponse
        case full
    }
    private struct State {
        var failure: Failure?
        /// The names of statements that fail; `nil` for all calls.
        var names: Set<String>?
        var calls = 0
        var hanging = 0
    }
    private let base: SQLiteDatabase
    private let state = Mutex(State())

    init(_ path: String) throws { base = try SQLiteDatabase(path) }

    /// Starts or ends failures.
    func fail(_ failure: Failure?, only names: Set<String>? = nil) {
        state.withLock { ($0.failure, $0.names) = (failure, names) }
    }

    /// The number of calls so far.
    var calls: Int { state.withLock { $0.calls } }
    /// The number of calls that wait for their cancellation.
    var hanging: Int { state.withLock { $0.hanging } }

    var name: String { base.name }
    var dialect: SQLDialect { base.dialect }
    var dedicated: any SQLDatabase { self }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await respond(nil) { try await base.transaction(durability, body) }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        try await respond(statement.name) { try await base.single(durability, statement, values) }
    }

    private func respond<Output: Sendable>(
        _ name: String?, _ body: () async throws -> Output
    ) async throws -> Output {
        let failure = state.withLock { state -> Failure? in
            state.calls += 1
            guard let names = state.names else { return state.failure }
            return name.map(names.contains) == true ? state.failure : nil
        }
        switch failure {
        case nil: return try await body()
        case .unreachable: break
        case .lostResponse: _ = try await body()
        case .full:
            throw QueueError(.full, base.name, "the disk is full", advice: "free disk space")
        }
        state.withLock { $0.hanging += 1 }
        defer { state.withLock { $0.hanging -= 1 } }
        // Until the cancellation of the call.
        await Latch().wait()
        throw CancellationError()
    }
}
