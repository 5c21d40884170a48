import Foundation
import TestSupport

/// The command under test, as built beside this test bundle.
enum VTranscode {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The binary's path.
    static let binary: Result<String, Missing> = {
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        // A bundle that is a folder (macOS) has its program some levels down.
        for _ in 0..<4 {
            let candidate = folder.appending(path: "vtranscode").path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                return .success(candidate)
            }
            folder.deleteLastPathComponent()
        }
        return .failure(Missing(description: "no vtranscode beside \(bundle.path)"))
    }()

    static func command(_ arguments: [String]) throws -> Command {
        Command(try binary.get(), arguments)
    }

    /// `vtranscode …`, with every core to itself.
    static func call(_ arguments: String...) async throws -> Command.Output {
        try await command(arguments).run(cores: .max)
    }

    /// `vtranscode run … --output … --events ndjson`.
    static func run(
        _ uploads: [URL],
        to output: URL,
        _ options: String...
    ) async throws -> RunReport {
        let output = try await command(runArguments(uploads, to: output, options)).run(cores: .max)
        return RunReport(
            status: output.status,
            lines: output.lines,
            complaint: output.complaint
        )
    }

    static func runArguments(_ uploads: [URL], to output: URL, _ options: [String]) -> [String] {
        ["run", "--output", output.path, "--events", "ndjson"] + options + ["--"]
            + uploads.map { $0.path(percentEncoded: false) }
    }
}
