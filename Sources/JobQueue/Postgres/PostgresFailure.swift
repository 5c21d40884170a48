internal import Foundation

/// What a server, or the way to it, said no to.
struct PostgresFailure: Error {
    /// SQLSTATE, five letters; `nil` where no server said anything: what became of the statement is then unknown.
    let state: String?
    let reason: String

    /// The connection is of no use any more.
    var isLoss: Bool {
        guard let state else { return true }
        // Shut down or restarted; became a standby; forgot what was prepared, or prepared it for tables that have changed.
        return state.hasPrefix("57P") || state.hasPrefix("08")
            || ["25006", "25P03", "25P02", "26000", "0A000", "53300"].contains(state)
    }

    /// The same transaction may well succeed in a moment.
    var isPassing: Bool {
        isLoss
            // Serialization, deadlock, a lock or a statement that took too long.
            || ["40001", "40P01", "55P03", "57014"].contains(state)
    }

    /// In words of this program, once nothing else helps.
    func error(_ subject: String) -> QueueError {
        switch state {
        case .some("53300"), .none:
            QueueError(
                .unreachable, subject, reason,
                advice: "see whether the server runs and has room for another connection")
        case .some(let state) where state.hasPrefix("57P") || state.hasPrefix("08"):
            QueueError(
                .unreachable, subject, reason, advice: "see whether the server runs; try again")
        case .some("25006"):
            QueueError(
                .unreachable, subject, "the server takes no changes (\(reason))",
                advice: "name the primary server, or all of them, in the URL")
        case .some(let state) where isPassing:
            QueueError(
                .unreachable, subject, "the server was too busy (\(reason), \(state))",
                advice: "try again; see docs/operations.md for what keeps a queue's server busy")
        case .some(let state) where state.hasPrefix("28"):
            QueueError(
                .refused, subject, reason,
                advice: "check the user and the password; PGPASSFILE may name a file that has it")
        case .some("3D000"):
            QueueError(.refused, subject, reason, advice: "make it with createdb, or name another")
        case .some("42501"), .some("3F000"):
            QueueError(
                .refused, subject, reason, advice: "grant this user the rights on the schema")
        case .some("53100"):
            QueueError(
                .full, subject, "the server's disk is full", advice: "make room on the server")
        case .some(let state) where state.hasPrefix("XX"):
            QueueError(
                .corrupt, subject, "\(reason) (\(state))",
                advice: "look at the server's log; restore the database from a backup if need be")
        case .some(let state):
            QueueError(
                .fault, subject, "\(reason) (\(state))",
                advice: "this is a fault of the program: report it")
        }
    }
}
