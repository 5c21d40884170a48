import Foundation
import Synchronization

/// A destination of text.
protocol TextSink: Sendable {
    func write(_ text: String)
}

/// Standard output or standard error, without a buffer: one system call for each text if possible.
///
/// After the first failure, all texts are discarded and the command continues without a reader.
final class StandardStream: TextSink {
    static let output = StandardStream(STDOUT_FILENO)
    static let error = StandardStream(STDERR_FILENO)

    private let descriptor: Int32
    /// The `errno` of the first failure.
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

    /// Writes a text and a line break, unless the text ends with one.
    func print(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// Returns `status`, or `inputOutput` if the stream of a successful command has failed.
    ///
    /// A closed pipe is not a failure: the reader needs no more.
    func status(after status: CommandStatus, console: Console = .shared) -> CommandStatus {
        guard status == .success, let code = failure.withLock({ $0 }), code != EPIPE else {
            return status
        }
        let reason = unsafe String(cString: strerror(code))
        console.print(ErrorLine.text("standard output: \(reason)"))
        return .inputOutput
    }

    /// - Returns: `nil`, or the `errno` of a failure.
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

    /// Waits for a terminal or pipe that another program has made non-blocking.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}
