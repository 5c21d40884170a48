import Foundation

/// A PostgreSQL server that a test may restart, or stop for a while.
public struct OwnServer: Sendable {
    public let url: String
    private let folder: String

    /// Starts one for as long as the body runs.
    public static func with<Result>(
        _ body: (OwnServer) async throws -> Result
    ) async throws -> Result {
        let lines = try await script(
            // It crashes, and the machine does not: what it says to be kept is.
            "start_postgres fsync=off full_page_writes=off", "echo $postgres_url",
            "echo $postgres_folder")
        let server = OwnServer(url: lines[0], folder: lines[1])
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

    /// Lets it crash.
    public func halt() async throws {
        _ = try await Self.script("postgres_folder=\(folder)", "halt_postgres")
    }

    /// Lets it crash, if it runs, and start again at the same address.
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
