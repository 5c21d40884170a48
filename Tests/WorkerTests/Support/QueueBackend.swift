import Foundation
import TestSupport
import Testing

/// The databases that a queue supports.
enum QueueBackend: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres

    /// Both databases; without PostgreSQL if `VT_TEST_PG` names no server, except in CI.
    static let all: [QueueBackend] =
        environment["VT_TEST_PG"] != nil || environment["CI"] == "true" ? allCases : [.sqlite]

    private static let environment = ProcessInfo.processInfo.environment

    var testDescription: String { rawValue }

    /// Runs a body with the URL of a new queue.
    func withURL<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        switch self {
        case .sqlite:
            let folder = try TemporaryFolder("queue")
            return try await body("sqlite:\(folder.file("queue.db").path)")
        case .postgres:
            let server = try #require(
                Self.environment["VT_TEST_PG"], "VT_TEST_PG is not set: Scripts/test sets it")
            let schema = "w_\(UUID().uuidString.prefix(8).lowercased())"
            let drop = Command(
                "psql",
                ["--quiet", "--command", "DROP SCHEMA IF EXISTS \(schema) CASCADE", server])
            let result: Result
            do {
                result = try await body("\(server)?schema=\(schema)")
            } catch {
                _ = try await drop.succeed()
                throw error
            }
            _ = try await drop.succeed()
            return result
        }
    }
}
