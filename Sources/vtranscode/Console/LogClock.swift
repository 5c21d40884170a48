import Foundation

/// Tells the time for log lines.
struct LogClock: Sendable {
    let now: @Sendable () -> Date

    /// ISO 8601, in UTC, with milliseconds.
    var text: String { now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    /// The machine's; `nil` where standard error is journald's, which notes the time of each line.
    static var needed: LogClock? {
        let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        return isJournal(STDERR_FILENO, named: stream) ? nil : LogClock { Date() }
    }

    /// Whether a descriptor is the stream that systemd names: `DEVICE:INODE` (systemd.exec(5), JOURNAL_STREAM).
    ///
    /// The variable alone tells nothing: whoever sends standard error elsewhere passes it on.
    static func isJournal(_ descriptor: Int32, named stream: String?) -> Bool {
        var status = stat()
        guard let stream, unsafe fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
