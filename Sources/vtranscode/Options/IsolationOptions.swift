import ArgumentParser
import Foundation
import Transcoding

/// Where uploads are decoded: in child processes, but for debuggers and comparisons.
struct IsolationOptions: ParsableArguments {
    @Flag(help: .hidden)
    var inProcess = false

    /// Seconds of silence that a child process is allowed; for tests, which cannot wait for minutes.
    @Option(help: .hidden)
    var patience = 120

    var value: Isolation {
        inProcess
            ? .none
            : .children(program: Self.program, server: Self.server, patience: patience)
    }

    /// Started by the program's first step, while it has one thread.
    static let server = ForkServer.start()

    /// This very program, even if another was put in its place meanwhile.
    private static var program: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }
}
