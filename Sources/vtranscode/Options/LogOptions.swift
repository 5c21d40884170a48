import ArgumentParser
import Logging

/// The log level on standard error, for vtranscode and libav; for every command but `worker`.
struct LogOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help:
            "Log warnings and progress to standard error, and the causes of errors; twice (-vv) for everything."
    )
    var verbose: Int

    func validate() throws {
        if verbose > 0 { Console.shared.isVerbose = true }
    }

    /// A logger that logs critical messages only without `--verbose`: results have the findings.
    var logger: Logger { logger(quietly: .critical) }

    /// Returns a logger with a level of its own without `--verbose`.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is logged without `--verbose`.
    ///   - isTimed: Whether lines begin with the time, for long-running commands.
    /// - Returns: A logger to standard error.
    func logger(quietly level: Logger.Level, isTimed: Bool = false) -> Logger {
        let level: Logger.Level =
            switch verbose {
            case 0: level
            case 1: .info
            default: .trace
            }
        return Logger(label: "vtranscode") {
            StandardErrorLog(label: $0, level: level, clock: isTimed ? LogClock.needed : nil)
        }
    }
}
