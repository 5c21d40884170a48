public import Logging
import Synchronization

/// Remembers what is logged.
public final class RecordedLog: Sendable {
    private let kept = Mutex<[(level: Logger.Level, message: String)]>([])

    public init() {}

    public var messages: [String] { kept.withLock { $0.map(\.message) } }

    public func messages(at level: Logger.Level) -> [String] {
        kept.withLock { kept in kept.filter { $0.level == level }.map(\.message) }
    }

    /// How many messages begin so.
    public func count(_ beginning: String) -> Int {
        messages.count { $0.hasPrefix(beginning) }
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
            log.kept.withLock { $0.append((event.level, "\(event.message)")) }
        }
    }
}
