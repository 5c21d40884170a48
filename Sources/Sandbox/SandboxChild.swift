internal import CSandbox
internal import Foundation

/// A sandbox process as its parent sees it: one request, and what it replies until it is done.
struct SandboxChild: ~Copyable {
    private let child: vt_child
    private let limits: SandboxLimits
    private var watch: SandboxWatch
    /// Bytes that are still to be sent.
    private var pending: ArraySlice<UInt8>
    private var received: [UInt8] = []
    private var searched = 0
    /// Bytes and lines before the outcome, and how many of them were to be logged.
    private var replied = (bytes: 0, lines: 0, logs: 0)

    /// Milliseconds after which cancellation is looked at.
    private static let step: Int32 = 50
    /// What may come before the output: at once, and a second; far above what work says at its most talkative.
    private static let allowance = (
        bytes: (atOnce: 16 << 20, aSecond: 1 << 20), lines: (atOnce: 5000, aSecond: 100)
    )

    enum Outcome {
        /// The line of the output, or of the failure.
        case done([UInt8])
        case failed([UInt8])
    }

    init(
        _ child: vt_child, folder: Int32?, limits: SandboxLimits, stallTimeout: Int,
        sending request: [UInt8]
    ) {
        self.child = child
        self.limits = limits
        watch = SandboxWatch(
            child.process, folder: folder, limits: limits, stallTimeout: stallTimeout)
        pending = request[...]
    }

    deinit {
        close(child.input)
        close(child.output)
        if child.control >= 0 { close(child.control) }
    }

    /// Waits for the outcome.
    ///
    /// - Throws: `SandboxError`; `CancellationError`; `ReplyEndedError` if the process closed its output.
    mutating func outcome(
        isStopped: () -> Bool, report: (Double) -> Void, log: (String, String) -> Void
    ) throws -> Outcome {
        var isLast: SandboxReply?
        while true {
            if isStopped() { throw CancellationError() }
            try watch.check()
            guard try listen() else { continue }
            while let line = nextLine() {
                switch isLast {
                case .done: return .done(line)
                case .failed: return .failed(line)
                default: break
                }
                watch.noteReply()
                try count(line)
                switch try reply(line) {
                case .alive: break
                case .progress(let share):
                    if watch.isAlive { report(share.isFinite ? min(max(0, share), 1) : 0) }
                case .log(let level, let message): pass(level, message, to: log)
                case let last: isLast = last
                }
            }
            try checkSize(isLast == nil ? room.bytes - replied.bytes : limits.outputSize)
        }
    }

    /// What it may have sent until now.
    private var room: (bytes: Int, lines: Int) {
        let seconds = Int(watch.waited)
        return (
            Self.allowance.bytes.atOnce + seconds * Self.allowance.bytes.aSecond,
            Self.allowance.lines.atOnce + seconds * Self.allowance.lines.aSecond
        )
    }

    private mutating func count(_ line: [UInt8]) throws {
        replied.bytes += line.count
        replied.lines += 1
        guard replied.lines <= room.lines else {
            throw SandboxError.badReply("more replies than it may send")
        }
    }

    private mutating func pass(
        _ level: String, _ message: String, to log: (String, String) -> Void
    ) {
        replied.logs += 1
        if replied.logs <= SandboxReplies.mostLogs { log(level, message) }
    }

    private func reply(_ line: [UInt8]) throws -> SandboxReply {
        do {
            return try JSONLine.decode(SandboxReply.self, line)
        } catch {
            throw SandboxError.badReply("a reply that cannot be read")
        }
    }

    /// Checks what has arrived of a line that is not whole yet.
    private func checkSize(_ most: Int) throws {
        guard received.count <= most else {
            throw SandboxError.badReply("more bytes than it may send")
        }
    }

    /// The process closed its output without an outcome.
    struct ReplyEndedError: Error {}

    /// Has the process ended, and collects it; `nil` if that takes too long.
    ///
    /// - Throws: `SandboxError.serverEnded`.
    func end() throws(SandboxError) -> vt_ending? {
        var child = child
        unsafe vt_end(&child)
        return try collect(milliseconds: 10_000)
    }

    /// Collects a process that closed its output; one that does not end of itself soon is ended.
    ///
    /// - Throws: `SandboxError.serverEnded`.
    func collected() throws(SandboxError) -> vt_ending? {
        // Closing and ending are moments apart; a process that only pretended is given a second.
        if let ending = try collect(milliseconds: 1000) { return ending }
        var ending = try end()
        // That signal was ours, and is not the cause.
        ending?.signal = 0
        return ending
    }

    private func collect(milliseconds: Int32) throws(SandboxError) -> vt_ending? {
        var child = child
        var ending = vt_ending()
        let result = unsafe vt_collect(&child, milliseconds, &ending)
        if result < 0 && errno == EPIPE { throw .serverEnded }
        return result == 1 ? ending : nil
    }

    /// Waits until it sends something, or takes some of what is to be sent; false if it did neither in time.
    private mutating func listen() throws -> Bool {
        var descriptors = [
            pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pending.isEmpty ? -1 : child.input, events: Int16(POLLOUT), revents: 0),
        ]
        guard unsafe poll(&descriptors, 2, Self.step) > 0 else { return false }
        if descriptors[1].revents != 0 { send() }
        guard descriptors[0].revents != 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(child.output, &buffer, buffer.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
        // Our own end of the pipe failed, for which the process has to end.
        guard count >= 0 else { throw SandboxError.killed(SIGKILL) }
        guard count > 0 else { throw ReplyEndedError() }
        received.append(contentsOf: buffer[..<count])
        return true
    }

    /// A process that has gone takes nothing: its end is seen on its output.
    private mutating func send() {
        let count = unsafe pending.withUnsafeBytes {
            unsafe write(child.input, $0.baseAddress, $0.count)
        }
        if count > 0 {
            pending = pending.dropFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            pending = []
        }
    }

    private mutating func nextLine() -> [UInt8]? {
        guard let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = received.count
            return nil
        }
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        searched = 0
        return line
    }
}
