internal import CPlatform
internal import Foundation

/// A child process, spoken to in lines.
///
/// Whoever has the value last ends the process; the value is used by one thread at a time.
struct WorkerProcess: Sendable {
    /// What came of listening for a while.
    enum Heard {
        /// A line without its line break.
        case line([UInt8])
        /// A part of a line, or it took what was sent.
        case something
        case nothing
        /// It closed its output: it ended or is about to.
        case end
    }

    /// Bytes that it held at most before its present work.
    var peak = 0
    private let identifier: Int32
    private let input: Int32
    private let output: Int32
    private var received: [UInt8] = []
    private var searched = 0

    /// Bytes of the longest line that is believed: the facts of ten hours of pictures are a tenth of it.
    private static let longestLine = 1 << 28

    /// Starts a program; it keeps our standard error, or has none.
    init(_ program: String, _ arguments: [String], keepsErrors: Bool) throws {
        var (input, output): (Int32, Int32) = (-1, -1)
        var words = unsafe (["vtranscode"] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        let identifier = unsafe vt_spawn(program, &words, keepsErrors, &input, &output)
        guard identifier > 0 else {
            let reason = unsafe String(cString: strerror(errno))
            throw WorkFailure.fault("a child process cannot be started (\(reason))")
        }
        self.init(identifier, input, output)
    }

    /// Starts a copy of this process, as it was when the server started; `nil` if the server is gone.
    init?(_ server: ForkServer, _ word: String, keepsErrors: Bool) {
        guard let child = server.fork(word, keepsErrors: keepsErrors) else { return nil }
        self.init(child.process, child.input, child.output)
    }

    private init(_ identifier: Int32, _ input: Int32, _ output: Int32) {
        self.identifier = identifier
        self.input = input
        self.output = output
        // What it is sent must not wait for it: it may hang.
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
    }

    /// Waits until it says something, or takes some of what is to be sent, or the time is over.
    mutating func listen(
        milliseconds: Int32, sending pending: inout ArraySlice<UInt8>
    ) -> Heard {
        if let line = nextLine() { return .line(line) }
        var descriptors = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pending.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
        ]
        guard unsafe poll(&descriptors, 2, milliseconds) > 0 else { return .nothing }
        if descriptors[1].revents != 0 { send(&pending) }
        guard descriptors[0].revents != 0 else { return .something }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(output, &buffer, buffer.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return .something }
        guard count > 0, received.count < Self.longestLine else { return .end }
        received.append(contentsOf: buffer[..<count])
        return nextLine().map(Heard.line) ?? .something
    }

    /// Whether it is there and says nothing, as it should while it has no work.
    var isWaiting: Bool {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 0
    }

    /// Collects it after it closed its output; one that does not end of itself soon is ended.
    func collect() -> vt_ending {
        defer { closeEnds() }
        var ending = vt_ending()
        // Closing and ending are moments apart; a process that only pretended is given a second.
        for _ in 0..<200 {
            if unsafe vt_collect(identifier, false, &ending) != 0 { return ending }
            usleep(5_000)
        }
        kill(identifier, SIGKILL)
        _ = unsafe vt_collect(identifier, true, &ending)
        // That signal was ours, and is not the cause.
        ending.signal = 0
        return ending
    }

    /// Ends it at once, whatever it does.
    func end() {
        var ending = vt_ending()
        kill(identifier, SIGKILL)
        _ = unsafe vt_collect(identifier, true, &ending)
        closeEnds()
    }

    private func closeEnds() {
        close(input)
        close(output)
    }

    /// A process that has gone takes nothing: its end is heard on its output.
    private func send(_ pending: inout ArraySlice<UInt8>) {
        let count = unsafe pending.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
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
