import Foundation
import GRDB
import TestSupport

@testable import JobQueue

/// A queue that an earlier version wrote: a dump of its schema and rows in `Fixtures`.
enum StoredQueue {
    /// Loads a dump into a new database and runs a body with its URL.
    static func with<Result>(
        version: Int, in backend: Backend, _ body: (QueueURL) async throws -> Result
    ) async throws -> Result {
        switch backend {
        case .sqlite:
            let folder = try TemporaryFolder("queue")
            let path = folder.file("queue.db").path
            do {
                let database = try DatabaseQueue(path: path)
                try await database.write { [text = try text("queue-\(version)-sqlite")] in
                    try $0.execute(sql: text)
                }
            }
            return try await body(QueueURL("sqlite:\(path)"))
        case .postgres:
            return try await PostgresServer.withSchema { url in
                let database = try await PostgresDatabase(url, connections: 1)
                let statements = try text("queue-\(version)-postgresql").split(separator: ";\n")
                for (index, statement) in statements.enumerated() {
                    let text: SQLText = "\(unchecked: String(statement))"
                    _ = try await database.single(
                        .normal, SQLStatement("fixture \(index)", text), [])
                }
                return try await body(QueueURL(url))
            }
        }
    }

    private static func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(
            contentsOf: folder.appending(path: "../Fixtures/\(name).sql").standardizedFileURL,
            encoding: .utf8)
    }
}

extension QueueURL {
    /// Opens the database without a migration.
    func database() async throws -> any SQLDatabase {
        switch self {
        case .sqlite(let path): try SQLiteDatabase(path)
        case .postgres(let text): try await PostgresDatabase(text, connections: 1)
        }
    }
}
