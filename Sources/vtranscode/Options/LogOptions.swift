import ArgumentParser
import Logging

/// How much is logged to standard error, by us and by libav; for every command.
struct LogOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: "Log to standard error: warnings and what is done; twice (-vv) for everything.")
    var verbose: Int

    private static let verboseFlag = AtomicFlag()

    /// Whether the command line has `--verbose`; then the causes of an error are printed.
    static var isVerbose: Bool { verboseFlag.isSet }

    func validate() throws {
        if verbose > 0 { Self.verboseFlag.set() }
    }

    /// Without `--verbose` only what is critical: what a user has to know of an upload is in its
    /// result.
    var logger: Logger { logger(quietly: .critical) }

    /// Logs what there is to say without `--verbose`, too.
    ///
    /// - Parameters:
    ///   - level: Logged without `--verbose`.
    ///   - isTimed: Whether lines begin with the time, as those of a command that runs for long.
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
