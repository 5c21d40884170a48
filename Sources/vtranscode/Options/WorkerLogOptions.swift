import ArgumentParser
import Logging

/// The log level of a worker.
struct WorkerLogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The lowest level that is logged to standard error: trace, debug, info, notice, warning, error or critical.",
            valueName: "level"))
    var logLevel = LogLevel(level: .info)

    var logger: Logger {
        let level = logLevel.level
        return Logger(label: "vtranscode") {
            StandardErrorLog(label: $0, level: level, clock: LogClock.needed)
        }
    }
}

/// The value of an option for a log level.
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
