import Foundation
import Synchronization

/// Something that takes text for people or scripts.
protocol TextSink: Sendable {
    func write(_ text: String)
}

/// Standard output or standard error, written unbuffered: one system call a text where the system
/// allows.
///
/// The first failure ends the stream: what follows is dropped, and work goes on without its reader.
final class StandardStream: TextSink {
    static let output = StandardStream(STDOUT_FILENO)
    static let error = StandardStream(STDERR_FILENO)

    private let descriptor: Int32
    /// The `errno` that ended the stream.
    private let failure = Mutex<Int32?>(nil)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func write(_ text: String) {
        failure.withLock { failure in
            guard failure == nil else { return }
            failure = writeAll(Array(text.utf8))
        }
    }

    /// Writes a text and ends its last line.
    func print(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// `status`, or `inputOutput` where a success could not be told because the stream failed.
    ///
    /// A closed pipe is no failure: its reader had enough.
    func status(after status: CommandStatus, console: Console = .shared) -> CommandStatus {
        guard status == .success, let code = failure.withLock({ $0 }), code != EPIPE else {
            return status
        }
        let reason = unsafe String(cString: strerror(code))
        console.print(ErrorLine.text("standard output: \(reason)"))
        return .inputOutput
    }

    /// - Returns: `nil`, or the `errno` that stopped it.
    private func writeAll(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Foundation.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Another program may have made the terminal or pipe that we share non-blocking.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}
