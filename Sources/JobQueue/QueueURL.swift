internal import Foundation

/// Where a queue is: `sqlite:PATH` or `postgresql://...`.
public enum QueueURL: Sendable, Hashable {
    /// A file of this machine.
    case sqlite(path: String)
    /// A server, as libpq is told of it; may hold a password.
    case postgres(String)

    /// - Throws: `QueueError.badURL`.
    public init(_ text: String) throws {
        if text.hasPrefix("sqlite:") {
            var path = String(text.dropFirst("sqlite:".count))
            // sqlite:///var/lib/queue.db is how others write it.
            if path.hasPrefix("//") { path.removeFirst(2) }
            guard !path.isEmpty, !path.contains("\0") else {
                throw Self.refusal("sqlite:", "it names no file")
            }
            self = .sqlite(path: path)
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .postgres(text)
        } else {
            let scheme = text.prefix(while: { $0 != ":" }).prefix(20)
            // Never what may hold a password.
            let isPath = !text.isEmpty && !text.contains { ":@".contains($0) }
            throw Self.refusal(
                String(scheme), "it is no address of a queue",
                advice: isPath ? "did you mean sqlite:\(text)? Else " : "")
        }
    }

    /// The file that is used where nobody names a queue: `$XDG_STATE_HOME/vtranscode/queue.db`.
    public static func standard(environment: [String: String]) -> QueueURL {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(home)/.local/state"
        return .sqlite(path: "\(state)/vtranscode/queue.db")
    }

    private static func refusal(
        _ subject: String, _ reason: String, advice: String = ""
    ) -> QueueError {
        QueueError(
            .badURL, subject, reason,
            advice: advice + "write sqlite:PATH or postgresql://USER@HOST/DATABASE")
    }

    /// Opens the queue, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - policy: How it goes about retries and leases.
    ///   - mayMake: Whether a file that is not there is made, with its folders.
    /// - Returns: The queue's store.
    /// - Throws: `QueueError`.
    public func open(
        policy: QueuePolicy = QueuePolicy(), mayMake: Bool = true
    ) async throws -> any QueueStore {
        if case .sqlite(let path) = self, !mayMake, !FileManager.default.fileExists(atPath: path) {
            throw QueueError(
                .refused, path, "there is no such queue",
                advice: "check --queue and VTRANSCODE_QUEUE; queue add, worker and watch make one")
        }
        return try await openStore(policy)
    }

    func openStore(_ policy: QueuePolicy, clockStep: Int = 200) async throws -> SQLStore {
        let database: any SQLDatabase
        switch self {
        case .sqlite(let path):
            // Foundation's own way traps on a path of one character (swift-corelibs-foundation 6.3).
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
            if let folder, !folder.isEmpty {
                do {
                    try FileManager.default.createDirectory(
                        atPath: folder, withIntermediateDirectories: true)
                } catch {
                    throw QueueError(
                        .refused, path, "its folder cannot be made",
                        advice: "choose a folder that can be written")
                }
            }
            database = try SQLiteDatabase(path)
        case .postgres(let text):
            database = try await PostgresDatabase(text)
        }
        try await Migrator(database: database).migrate()
        return SQLStore(database, policy: policy, clockStep: clockStep)
    }
}
