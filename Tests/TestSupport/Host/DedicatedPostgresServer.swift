import Foundation

/// A PostgreSQL server that a test may stop and restart.
public struct DedicatedPostgresServer: Sendable {
    public let url: String
    private let folder: String

    /// Runs a body with a new server.
    public static func with<Result>(
        _ body: (DedicatedPostgresServer) async throws -> Result
    ) async throws -> Result {
        let lines = try await script(
            // The server crashes, but not the host: committed data is retained.
            "start_postgres fsync=off full_page_writes=off", "echo $postgres_url",
            "echo $postgres_folder")
        let server = DedicatedPostgresServer(url: lines[0], folder: lines[1])
        let result: Result
        do {
            result = try await body(server)
        } catch {
            try await server.stop()
            throw error
        }
        try await server.stop()
        return result
    }

    /// Kills the server.
    public func halt() async throws {
        _ = try await Self.script("postgres_folder=\(folder)", "halt_postgres")
    }

    /// Kills the server if it runs, and starts it at the same address.
    public func restart() async throws {
        _ = try await Self.script("postgres_folder=\(folder)", "restart_postgres")
    }

    private func stop() async throws {
        _ = try await Self.script("postgres_folder=\(folder)", "stop_postgres")
    }

    private static func script(_ lines: String...) async throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Scripts/support").standardizedFileURL.path
        let text = ["source \(root)/setup.sh", "source \(root)/postgres.sh"] + lines
        let command = Command("bash", ["-c", text.joined(separator: "\n")])
        return try await command.succeed().lines
    }
}
