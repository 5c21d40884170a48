import Foundation
import Testing

@testable import JobQueue

/// The server of tests with PostgreSQL, which `Scripts/test` starts.
enum PostgresServer {
    private static let environment = ProcessInfo.processInfo.environment

    static let isExpected = environment["VT_TEST_PG"] != nil || environment["CI"] == "true"

    static var url: String {
        get throws {
            try #require(environment["VT_TEST_PG"], "VT_TEST_PG is not set: Scripts/test sets it")
        }
    }

    /// Runs a body with a URL of a new schema, and drops the schema.
    static func withSchema<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let schema = "t_\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        let url = try self.url + "?schema=\(schema)"
        let result: Result
        do {
            result = try await body(url)
        } catch {
            try await drop(schema)
            throw error
        }
        try await drop(schema)
        return result
    }

    private static func drop(_ schema: String) async throws {
        let text: SQLText = "DROP SCHEMA IF EXISTS \(unchecked: schema) CASCADE"
        let database = try await PostgresDatabase(try url + "?schema=public", connections: 1)
        _ = try await database.single(.relaxed, SQLStatement("drop", text), [])
    }
}
