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

    /// Copies the server's data, as a former primary has it after a failover.
    public func copy() async throws {
        try await whileHalted("cp --archive $postgres_folder/data $postgres_folder/copy")
    }

    /// Exchanges the server's data and the copy.
    public func exchangeWithCopy() async throws {
        try await whileHalted(
            "mv $postgres_folder/data $postgres_folder/other",
            "mv $postgres_folder/copy $postgres_folder/data",
            "mv $postgres_folder/other $postgres_folder/copy")
    }

    /// Recovers the server as a promoted standby, which begins a new timeline.
    public func promote() async throws {
        try await whileHalted(
            "echo 'restore_command = false' >>$postgres_folder/data/postgresql.auto.conf",
            "cp --preserve=ownership $postgres_folder/data/PG_VERSION $postgres_folder/data/recovery.signal",
            "chown --reference=$postgres_folder/data/PG_VERSION $postgres_folder/data/recovery.signal"
        )
        let isWritable = Command(
            "psql", ["--tuples-only", "--no-align", "--command", "SELECT pg_is_in_recovery()", url])
        try await eventually { try await isWritable.succeed().lines.first == "f" }
    }

    private func whileHalted(_ lines: String...) async throws {
        let text = lines.joined(separator: "\n")
        _ = try await Self.script(
            "postgres_folder=\(folder)", "halt_postgres", text, "restart_postgres")
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
