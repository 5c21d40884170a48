internal import Foundation
internal import Logging
internal import Synchronization

/// Writes a sandbox process's replies, from any of its threads.
final class SandboxReplies: Sendable {
    /// Standard output, which is never closed.
    private let output: Int32
    /// The time of the last reply; the lock also prevents interleaved lines.
    private let last = Mutex(ContinuousClock.now)
    private let logs = Mutex(0)
    /// The maximum number of log messages of one process; chosen so that a corrupt film at the most verbose level does not
    /// displace other messages.
    static let maximumLogs = 1000

    init(_ output: Int32) { self.output = output }

    /// Writes a reply, and the line of the output or failure that belongs to it.
    func send(_ reply: SandboxReply, _ line: [UInt8] = []) {
        last.withLock {
            write(reply, line)
            $0 = .now
        }
    }

    /// Reports the share of the work that is done, 0...1; sent at most twenty times a second, since encoders report each frame.
    func sendProgress(_ share: Double) { send(.progress(share), after: .milliseconds(50)) }

    /// Sends a log message, up to the maximum number.
    func sendLog(_ level: String, _ message: @autoclosure () -> String) {
        let count = logs.withLock { count in
            count += 1
            return count
        }
        if count < Self.maximumLogs {
            send(.log(level: level, message: message()))
        } else if count == Self.maximumLogs {
            send(.log(level: level, message: "further log messages are omitted"))
        }
    }

    /// Sends a liveness signal, if no message was sent for a second.
    func sendAlive() { send(.alive, after: .seconds(1)) }

    private func send(_ reply: SandboxReply, after interval: Duration) {
        last.withLock {
            guard ContinuousClock.now - $0 >= interval else { return }
            write(reply, [])
            $0 = .now
        }
    }

    private func write(_ reply: SandboxReply, _ line: [UInt8]) {
        // Encoding these values cannot fail; if it did, the stall timeout would end this process.
        guard let first = try? JSONLine.encode(reply) else { return }
        var rest = (first + line)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.write(output, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                // The parent has exited, so that the work is pointless.
                _exit(1)
            }
        }
    }
}

/// Sends log messages to the parent, which adds the upload.
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
