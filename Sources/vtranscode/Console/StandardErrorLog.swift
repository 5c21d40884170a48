import Foundation
import Logging

/// Log lines on standard error: `level label: message key=value`, optionally with the time first.
struct StandardErrorLog: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let clock: LogClock?

    init(label: String, level: Logger.Level, clock: LogClock? = nil) {
        self.label = label
        logLevel = level
        self.clock = clock
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        Console.shared.print(line(for: event))
    }

    func line(for event: LogEvent) -> String {
        let values = metadata.merging(event.metadata ?? [:]) { _, latest in latest }
        let details = values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let time = clock.map { "\($0.text) " } ?? ""
        return "\(time)\(event.level) \(label): \(event.message)\(details)".printable
    }
}
