internal import CSandbox
internal import Foundation

/// The parent's side of the protocol with one sandbox process: sends a request and reads replies up to the outcome.
struct SandboxClient: ~Copyable {
    private let process: ChildProcess
    private let limits: SandboxLimits
    private var watch: SandboxWatch
    private var ranges: RangeService
    /// Bytes of the request, and of answers, that are still to be sent.
    private var pending: ArraySlice<UInt8>
    private var received: [UInt8] = []
    /// The number of received bytes that were searched for a line break.
    private var searched = 0
    /// Bytes and lines of replies before the outcome, and how many of them were log messages.
    private var replied = (bytes: 0, lines: 0, logs: 0)

    /// Milliseconds between two checks for cancellation and limits.
    private static let checkInterval: Int32 = 50
    /// The replies that are accepted before the outcome: at once, and for each second that the process runs; chosen far above
    /// what the most verbose work sends.
    private static let allowance = (
        bytes: (atOnce: 16 << 20, aSecond: 1 << 20), lines: (atOnce: 5000, aSecond: 100)
    )
    /// The bytes of answers that a process may leave unread, beside those in the pipe; chosen as far more than the answers for
    /// all slots.
    private static let maximumUnread = 1 << 16

    enum Outcome {
        /// The work's output, as a line of JSON, and the CPU seconds by stage that the process reported, not validated.
        case done([UInt8], stages: [String: Double])
        /// The work's failure, as a line of JSON.
        case failed([UInt8])
    }

    /// Takes over a process that waits for its request.
    ///
    /// - Parameters:
    ///   - process: The process, which ends with this value.
    ///   - folder: The descriptor of its draft folder, which stays the caller's; `nil` if it has none.
    ///   - ranges: The files whose ranges the process requests.
    ///   - limits: The limits that this process checks, since the system does not.
    ///   - stallTimeout: Seconds without a liveness signal.
    ///   - request: Lines of JSON.
    init(
        _ process: consuming ChildProcess, folder: Int32?, ranges: consuming RangeService,
        limits: SandboxLimits, stallTimeout: Int, sending request: [UInt8]
    ) {
        self.limits = limits
        watch = SandboxWatch(
            process.number, folder: folder, limits: limits, stallTimeout: stallTimeout)
        pending = request[...]
        self.ranges = ranges
        self.process = process
    }

    /// Waits for the outcome.
    ///
    /// - Throws: `SandboxError`; the error of a provider of ranges; `CancellationError`; `OutputClosedError` if the process closed its output.
    mutating func outcome(
        isStopped: () -> Bool, report: (Double) -> Void, log: (String, String) -> Void
    ) throws -> Outcome {
        var last: SandboxReply?
        var stages: [String: Double] = [:]
        while true {
            if isStopped() { throw CancellationError() }
            try watch.check(awaitsAnswer: ranges.isAwaited)
            pending += try ranges.takeAnswers()
            guard try exchange() else { continue }
            while let line = nextLine() {
                switch last {
                case .done: return .done(line, stages: stages)
                case .failed: return .failed(line)
                default: break
                }
                watch.noteReply()
                let reply = try reply(line)
                if case .range(let request) = reply {
                    try serve(request, line.count)
                    continue
                }
                try count(line)
                switch reply {
                case .alive: break
                case .progress(let share):
                    if watch.isResponsive { report(share.isFinite ? min(max(0, share), 1) : 0) }
                case .stages(let seconds): stages = seconds
                case .log(let level, let message): pass(level, message, to: log)
                case let other: last = other
                }
            }
            try checkSize(last == nil ? allowed.bytes - replied.bytes : limits.outputSize)
        }
    }

    /// Ends the process and reaps it; see `ChildProcess.end`.
    consuming func end() throws(SandboxError) -> vt_termination? { try process.end() }

    /// Reaps the process after `OutputClosedError`; see `ChildProcess.reap`.
    consuming func reap() throws(SandboxError) -> vt_termination? { try process.reap() }

    /// The process closed its output before an outcome.
    struct OutputClosedError: Error {}

    /// The replies that are accepted until now.
    private var allowed: (bytes: Int, lines: Int) {
        let seconds = Int(watch.waited)
        return (
            Self.allowance.bytes.atOnce + seconds * Self.allowance.bytes.aSecond,
            Self.allowance.lines.atOnce + seconds * Self.allowance.lines.aSecond
        )
    }

    private mutating func count(_ line: [UInt8]) throws {
        replied.bytes += line.count
        replied.lines += 1
        guard replied.lines <= allowed.lines else {
            throw SandboxError.badReply("more replies than allowed")
        }
    }

    private mutating func serve(_ request: RangeRequest, _ length: Int) throws {
        guard length <= RangeRequest.longest else {
            throw SandboxError.badReply("an invalid request for a range")
        }
        try ranges.serve(request, after: watch.waited)
        pending += try ranges.takeAnswers()
        guard pending.count <= Self.maximumUnread else {
            throw SandboxError.badReply("more requests for ranges than it reads answers")
        }
    }

    private mutating func pass(
        _ level: String, _ message: String, to log: (String, String) -> Void
    ) {
        replied.logs += 1
        if replied.logs <= SandboxReplies.maximumLogs { log(level, message) }
    }

    private func reply(_ line: [UInt8]) throws -> SandboxReply {
        do {
            return try JSONLine.decode(SandboxReply.self, line)
        } catch {
            throw SandboxError.badReply("an invalid reply")
        }
    }

    /// Checks the size of an incomplete line.
    private func checkSize(_ limit: Int) throws {
        guard received.count <= limit else {
            throw SandboxError.badReply("more bytes than allowed")
        }
    }

    /// Waits until the process sent bytes or took bytes of the request; false if it did neither within the check interval.
    private mutating func exchange() throws -> Bool {
        var descriptors = [
            pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: pending.isEmpty ? -1 : process.input.number, events: Int16(POLLOUT),
                revents: 0),
            pollfd(fd: ranges.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&descriptors, 3, Self.checkInterval) > 0 else { return false }
        if descriptors[1].revents != 0 { send() }
        guard descriptors[0].revents != 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(process.output.number, &buffer, buffer.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
        // The parent's own end of the pipe failed, for which the process has to end.
        guard count >= 0 else { throw SandboxError.killed(SIGKILL) }
        guard count > 0 else { throw OutputClosedError() }
        received.append(contentsOf: buffer[..<count])
        return true
    }

    /// Sends bytes of the request; after the process has exited none, which its output shows.
    private mutating func send() {
        let input = process.input.number
        let count = unsafe pending.withUnsafeBytes {
            unsafe write(input, $0.baseAddress, $0.count)
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
