import ArgumentParser
import Foundation
import MediaSandbox
import Sandbox
internal import Transcoding

/// The sandbox of a command; only debuggers and comparisons decode uploads in the command's own process.
struct SandboxOptions: ParsableArguments {
    @Flag(help: .hidden)
    var inProcess = false

    /// The inactivity timeout of a sandbox process, in seconds; for tests.
    @Option(help: .hidden)
    var stallTimeout = 120

    @Flag(help: "Fail if the kernel lacks a part of the sandbox, instead of warning.")
    var requireSandbox = false

    /// - Throws: `SandboxUnavailableError`.
    func value() throws -> SandboxMode {
        if inProcess { return .none }
        switch Self.server {
        case .success(let server):
            try check(server)
            return .sandbox(.server(server), stallTimeout: stallTimeout)
        case .failure(let error):
            #if os(Linux)
                throw SandboxUnavailableError(
                    "no sandbox process can be started: \(error.reason)",
                    advice: error.advice, cause: error)
            #else
                // The process has limits, but no other restrictions.
                try refuse(
                    SandboxUnavailableError(
                        "this system has no sandbox for processes that read uploads",
                        advice: "use Linux"))
                let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
                return .sandbox(
                    .program(program, [SandboxProcess.argument]), stallTimeout: stallTimeout)
            #endif
        }
    }

    private func check(_ server: SandboxServer) throws {
        let missing = SandboxPart.allCases.filter { !server.parts.contains($0) }
        guard !missing.isEmpty else { return }
        let names = missing.map(\.rawValue).joined(separator: ", ")
        try refuse(
            SandboxUnavailableError(
                "the kernel lacks a part of the sandbox (\(names))",
                advice:
                    "use Linux 5.13 or later, with Landlock enabled and allowed in the container, or see docs/security.md"
            ))
    }

    private func refuse(_ error: SandboxUnavailableError) throws {
        if requireSandbox { throw error }
        Self.warning.once { Console.shared.print(ErrorLine.warning("\(error)")) }
    }

    private static let warning = AtomicFlag()

    /// The fork server, started first, while the program has one thread.
    static let server = Result { () throws(SandboxError) in try SandboxMode.startServer() }

    /// The parts of the sandbox, and whether this system has each.
    static var parts: [SandboxPart: Bool] {
        let found = (try? server.get().parts) ?? []
        return Dictionary(
            uniqueKeysWithValues: SandboxPart.allCases.map { ($0, found.contains($0)) })
    }
}

extension SandboxError {
    fileprivate var reason: String {
        if case .notStarted(let reason) = self { reason } else { message }
    }
}
