internal import Foundation

/// The URL of a queue: `sqlite:PATH` or `postgresql://...`.
public enum QueueURL: Sendable, Hashable {
    /// A file on this host.
    case sqlite(path: String)
    /// A server, by the URL that libpq parses; it may contain a password.
    case postgres(String)

    /// Parses a URL.
    ///
    /// - Throws: `QueueError.badURL`.
    public init(_ text: String) throws {
        if text.hasPrefix("sqlite:") {
            var path = String(text.dropFirst("sqlite:".count))
            // Other programs write sqlite:///var/lib/queue.db.
            if path.hasPrefix("//") { path.removeFirst(2) }
            guard !path.isEmpty, !path.contains("\0") else {
                throw Self.error("sqlite:", "it names no file")
            }
            self = .sqlite(path: path)
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .postgres(text)
        } else {
            let scheme = text.prefix(while: { $0 != ":" }).prefix(20)
            // Only the scheme: the rest may contain a password.
            let isPath = !text.isEmpty && !text.contains { ":@".contains($0) }
            throw Self.error(
                String(scheme), "it is not the URL of a queue",
                advice: isPath ? "did you mean sqlite:\(text)? Else " : "")
        }
    }

    /// The default queue: `$XDG_STATE_HOME/vtranscode/queue.db`.
    public static func standard(environment: [String: String]) -> QueueURL {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(home)/.local/state"
        return .sqlite(path: "\(state)/vtranscode/queue.db")
    }

    private static func error(
        _ subject: String, _ message: String, advice: String = ""
    ) -> QueueError {
        QueueError(
            .badURL, subject, message,
            advice: advice + "write sqlite:PATH or postgresql://USER@HOST/DATABASE")
    }

    /// Opens the queue and migrates its schema.
    ///
    /// - Parameters:
    ///   - policy: The limits and durations of leases, retries and deliveries.
    ///   - createsFile: Whether a missing file is created, with its folders.
    ///   - warn: Receives a sentence about a file system on which a queue may fail.
    /// - Returns: The queue's store.
    /// - Throws: `QueueError`; `QUEUE_REFUSED` for a file on a network file system (NFS, SMB, Ceph, 9p).
    public func open(
        policy: QueuePolicy = QueuePolicy(), createsFile: Bool = true,
        warn: (String) -> Void = { _ in }
    ) async throws -> any QueueStore {
        if case .sqlite(let path) = self, !createsFile,
            !FileManager.default.fileExists(atPath: path)
        {
            throw QueueError(
                .refused, path, "there is no such queue",
                advice: "check the path, or submit a job, which creates the queue",
                condition: .missingFile)
        }
        return try await openStore(policy, warn: warn)
    }

    func openStore(
        _ policy: QueuePolicy, clockStep: Int = 200, warn: (String) -> Void = { _ in }
    ) async throws -> SQLStore {
        let database: any SQLDatabase
        switch self {
        case .sqlite(let path):
            // deletingLastPathComponent traps on a path of one character (swift-corelibs-foundation 6.3).
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
            if let folder, !folder.isEmpty {
                do {
                    try FileManager.default.createDirectory(
                        atPath: folder, withIntermediateDirectories: true)
                } catch {
                    throw QueueError(
                        .refused, path, "its folder cannot be created",
                        advice: "choose a writable folder", cause: error)
                }
            }
            let file = try SQLiteDatabase(path)
            if let warning = file.warning { warn(warning) }
            database = file
        case .postgres(let text):
            database = try await PostgresDatabase(text)
        }
        try await Migrator(database: database).migrate()
        try await database.schemaIsReady()
        return SQLStore(database, policy: policy, clockStep: clockStep)
    }
}
