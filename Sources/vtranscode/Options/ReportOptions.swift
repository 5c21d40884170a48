import ArgumentParser
import Foundation

/// The progress output of a command.
struct ReportOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    /// A reporter to standard error: in place on a terminal, otherwise line by line.
    func reporter() -> any RunReporter {
        guard !quiet else { return QuietReporter(console: .shared) }
        let environment = ProcessInfo.processInfo.environment
        let terminal = environment["TERM"] ?? ""
        let canRedraw = StandardStream.error.isTerminal && !["", "dumb"].contains(terminal)
        return canRedraw
            ? ProgressReporter(.terminal, TextStyle(environment: environment), .shared)
            : ProgressReporter(.lines, .plain, .shared)
    }
}
