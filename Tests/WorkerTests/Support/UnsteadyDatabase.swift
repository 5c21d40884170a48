import Foundation
import Synchronization

@testable import JobQueue

/// A SQLite queue that fails when a test says so, as a server does.
final class UnsteadyDatabase: SQLDatabase {
    enum Fault: Sendable {
        /// Whoever asks waits until it is cancelled.
        case away
        /// What it is asked is done, and the answer never comes.
        case answerless
        case full
    }
    private struct State {
        var fault: Fault?
        /// Of statements with these names; `nil`: of all that it is asked.
        var names: Set<String>?
        var calls = 0
        var hanging = 0
    }
    private let base: SQLiteDatabase
    private let state = Mutex(State())

    init(_ path: String) throws { base = try SQLiteDatabase(path) }

    /// Fails from now on, or not any more.
    func fail(_ fault: Fault?, only names: Set<String>? = nil) {
        state.withLock { ($0.fault, $0.names) = (fault, names) }
    }

    /// What it was asked so far.
    var calls: Int { state.withLock { $0.calls } }
    /// Who waits for it now, and will not get an answer.
    var hanging: Int { state.withLock { $0.hanging } }

    var name: String { base.name }
    var dialect: SQLDialect { base.dialect }
    var express: any SQLDatabase { self }

    func transaction<Output: Sendable>(
        _ durability: SQLDurability, _ body: @escaping @Sendable (any SQLSession) throws -> Output
    ) async throws -> Output {
        try await answer(nil) { try await base.transaction(durability, body) }
    }

    func single(
        _ durability: SQLDurability, _ statement: SQLStatement, _ values: [SQLValue]
    ) async throws -> [SQLRow] {
        try await answer(statement.name) { try await base.single(durability, statement, values) }
    }

    private func answer<Output: Sendable>(
        _ name: String?, _ body: () async throws -> Output
    ) async throws -> Output {
        let fault = state.withLock { state -> Fault? in
            state.calls += 1
            guard let names = state.names else { return state.fault }
            return name.map(names.contains) == true ? state.fault : nil
        }
        switch fault {
        case nil: return try await body()
        case .away: break
        case .answerless: _ = try await body()
        case .full: throw QueueError(.full, base.name, "no space is left", advice: "make room")
        }
        state.withLock { $0.hanging += 1 }
        defer { state.withLock { $0.hanging -= 1 } }
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
