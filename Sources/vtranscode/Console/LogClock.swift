import Foundation

/// The clock of log lines.
struct LogClock: Sendable {
    let now: @Sendable () -> Date

    /// The time in ISO 8601, in UTC, with milliseconds.
    var text: String { now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    /// The system's clock; `nil` if standard error is journald's, which records the time of each line.
    static var needed: LogClock? {
        let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        return isJournal(STDERR_FILENO, named: stream) ? nil : LogClock { Date() }
    }

    /// Whether a descriptor is the stream of `JOURNAL_STREAM`, `DEVICE:INODE` (systemd.exec(5)).
    ///
    /// The variable alone is not sufficient: processes with another standard error inherit it.
    static func isJournal(_ descriptor: Int32, named stream: String?) -> Bool {
        var status = stat()
        guard let stream, unsafe fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
