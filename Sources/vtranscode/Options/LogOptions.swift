import ArgumentParser
import Logging

/// How much is logged to standard error, by us and by libav; for every command.
struct LogOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: "Log to standard error: warnings and what is done; twice (-vv) for everything.")
    var verbose: Int

    /// Without `--verbose` only what is critical: what a user has to know of an upload is in its
    /// result.
    var logger: Logger {
        let level: Logger.Level =
            switch verbose {
            case 0: .critical
            case 1: .info
            default: .trace
            }
        return Logger(label: "vtranscode") { StandardErrorLog(label: $0, level: level) }
    }
}
