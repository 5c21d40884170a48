internal import Foundation
internal import Logging
internal import Synchronization

/// Writes a sandbox process's replies, from any of its threads.
final class SandboxReplies: Sendable {
    private let output: Int32
    /// When the last one was written; the lock also keeps lines whole.
    private let last = Mutex(ContinuousClock.now)
    private let logs = Mutex(0)
    /// Lines that one process logs; chosen so that a damaged film at the most talkative level does not drown the rest.
    static let mostLogs = 1000

    init(_ output: Int32) { self.output = output }

    /// Writes a reply, and a line that belongs to it.
    func send(_ reply: SandboxReply, _ line: [UInt8] = []) {
        last.withLock {
            write(reply, line)
            $0 = .now
        }
    }

    /// Reports how far the work is, at most twenty times a second: encoders report each frame.
    func sendProgress(_ share: Double) { send(.progress(share), after: .milliseconds(50)) }

    /// Sends a line to log, until there were too many.
    func sendLog(_ level: String, _ message: @autoclosure () -> String) {
        let count = logs.withLock { count in
            count += 1
            return count
        }
        if count < Self.mostLogs {
            send(.log(level: level, message: message()))
        } else if count == Self.mostLogs {
            send(.log(level: level, message: "more is logged, and not shown"))
        }
    }

    /// Sends a sign of life, if nothing was sent for a second.
    func sendAlive() { send(.alive, after: .seconds(1)) }

    private func send(_ reply: SandboxReply, after interval: Duration) {
        last.withLock {
            guard ContinuousClock.now - $0 >= interval else { return }
            write(reply, [])
            $0 = .now
        }
    }

    private func write(_ reply: SandboxReply, _ line: [UInt8]) {
        // A value of these kinds cannot fail to encode; if it did, the stall timeout would end this process.
        guard let first = try? JSONLine.encode(reply) else { return }
        var rest = (first + line)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.write(output, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                // The parent is gone, and with it the reason to go on.
                _exit(1)
            }
        }
    }
}

/// Sends log lines to the parent, which knows where they belong.
struct ReplyLog: LogHandler {
    let replies: SandboxReplies
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { _, latest in latest }
        let details = values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        replies.sendLog(event.level.rawValue, "\(event.message)\(details)")
    }
}
