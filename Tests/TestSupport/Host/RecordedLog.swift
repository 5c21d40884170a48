public import Logging
import Synchronization

/// A log that records its messages.
public final class RecordedLog: Sendable {
    private struct Entry {
        let level: Logger.Level
        let message: String
        /// The message with its metadata in alphabetical order: `message key=value`.
        let line: String
    }
    private let entries = Mutex<[Entry]>([])

    public init() {}

    public var messages: [String] { entries.withLock { $0.map(\.message) } }

    public func messages(at level: Logger.Level) -> [String] {
        entries.withLock { entries in entries.filter { $0.level == level }.map(\.message) }
    }

    /// The messages with their metadata.
    public var lines: [String] { entries.withLock { $0.map(\.line) } }

    public func lines(at level: Logger.Level) -> [String] {
        entries.withLock { entries in entries.filter { $0.level == level }.map(\.line) }
    }

    /// Returns the number of messages with a prefix.
    public func count(_ prefix: String) -> Int {
        messages.count { $0.hasPrefix(prefix) }
    }

    public var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = metadata.merging(event.metadata ?? [:]) { _, latest in latest }
            let details = values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
            let entry = Entry(
                level: event.level, message: "\(event.message)",
                line: "\(event.message)\(details.joined())")
            log.entries.withLock { $0.append(entry) }
        }
    }
}
