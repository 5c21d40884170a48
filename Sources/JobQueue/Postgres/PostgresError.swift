internal import Foundation

/// An error of a PostgreSQL server or of the connection to it.
struct PostgresError: Error {
    /// The SQLSTATE, five characters; `nil` for an error of the connection, after which the outcome of a statement is unknown.
    let sqlState: String?
    let message: String

    /// A state that no server has: the server is a former primary.
    static let formerPrimary = "VT001"
    /// Insufficient privilege, unknown function, feature not supported, recovery in progress, read-only transaction.
    private static let unsupported: Set = ["42501", "42883", "0A000", "55000", "25006"]

    /// Whether the server or the user lacks what a statement needs.
    var isUnsupported: Bool { sqlState.map(Self.unsupported.contains) ?? false }

    /// Whether the connection is unusable.
    var isConnectionLost: Bool {
        guard let sqlState else { return true }
        // The server shuts down or restarts, has become a standby, or has lost or outdated prepared statements.
        return sqlState == Self.formerPrimary || sqlState.hasPrefix("57P")
            || sqlState.hasPrefix("08")
            || ["25006", "25P03", "25P02", "26000", "0A000", "53300"].contains(sqlState)
    }

    /// Whether the same transaction can succeed soon.
    var isTransient: Bool {
        isConnectionLost
            // Serialization failure, deadlock, lock timeout, statement timeout.
            || ["40001", "40P01", "55P03", "57014"].contains(sqlState)
    }

    /// Returns the error for callers of the queue, when retries are over.
    func queueError(_ subject: String) -> QueueError {
        func error(_ code: QueueError.Code, _ message: String, _ advice: String) -> QueueError {
            QueueError(code, subject, message, advice: advice, cause: self)
        }
        return switch sqlState {
        case .some("53300"), .none:
            error(
                .unreachable, message,
                "check that the server runs and accepts another connection")
        case .some(let state) where state.hasPrefix("57P") || state.hasPrefix("08"):
            error(.unreachable, message, "check that the server runs; try again")
        case .some(Self.formerPrimary):
            error(
                .unreachable, message,
                "make it a standby of the present primary (pg_rewind), or remove it from the URL")
        case .some("25006"):
            error(
                .unreachable, "the server is read-only (\(message))",
                "name the primary server, or all servers, in the URL")
        case .some(let state) where isTransient:
            error(
                .unreachable, "the server is overloaded (\(message), \(state))",
                "try again; docs/operations.md lists common causes")
        case .some(let state) where state.hasPrefix("28"):
            error(
                .refused, message,
                "check the user and the password; PGPASSFILE may name a file with passwords")
        case .some("3D000"):
            error(.refused, message, "create the database with createdb, or name another")
        case .some("42501"), .some("3F000"):
            error(.refused, message, "grant the user rights on the schema")
        case .some("53100"):
            error(.full, "the server's disk is full", "free disk space on the server")
        case .some(let state) where state.hasPrefix("XX"):
            error(
                .corrupt, "\(message) (\(state))",
                "check the server's log; restore the database from a backup if necessary")
        case .some(let state):
            error(.internalError, "\(message) (\(state))", QueueError.reportAdvice)
        }
    }
}
