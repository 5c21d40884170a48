import ArgumentParser
import Logging

/// How much a command logs that runs for long, to standard error.
struct WorkerLogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to log to standard error: trace, debug, info, notice, warning, error or critical.",
            valueName: "level"))
    var logLevel = LogLevel(level: .info)

    var logger: Logger {
        let level = logLevel.level
        return Logger(label: "vtranscode") {
            StandardErrorLog(label: $0, level: level, clock: LogClock.needed)
        }
    }
}

/// A level as an option names it.
struct LogLevel: ExpressibleByArgument {
    let level: Logger.Level

    init(level: Logger.Level) { self.level = level }

    init?(argument: String) {
        guard let level = Logger.Level(rawValue: argument) else { return nil }
        self.level = level
    }

    var defaultValueDescription: String { level.rawValue }

    static var allValueStrings: [String] { Logger.Level.allCases.map(\.rawValue) }
}
