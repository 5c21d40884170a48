import Foundation
import TestSupport

/// The command under test, built with this test bundle.
enum VTranscode {
    /// The binary's path.
    static let binary = Result { () throws(BuiltProgram.Missing) in
        try BuiltProgram.path(of: "vtranscode")
    }

    static func command(_ arguments: [String]) throws -> Command {
        Command(try binary.get(), arguments)
    }

    /// Runs `vtranscode …` beside other programs of tests.
    static func call(_ arguments: String...) async throws -> Command.Output {
        try await command(arguments).run()
    }

    /// Runs `vtranscode run … --output … --events ndjson`.
    static func run(
        _ uploads: [URL],
        to output: URL,
        _ options: String...
    ) async throws -> RunReport {
        let output = try await command(runArguments(uploads, to: output, options)).run()
        return RunReport(
            status: output.status,
            lines: output.lines,
            errorOutput: output.errorOutput
        )
    }

    static func runArguments(_ uploads: [URL], to output: URL, _ options: [String]) -> [String] {
        ["run", "--output", output.path, "--events", "ndjson"] + options + ["--"]
            + uploads.map { $0.path(percentEncoded: false) }
    }
}
