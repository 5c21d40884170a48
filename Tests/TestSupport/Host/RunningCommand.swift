import Foundation
import Synchronization

/// A program that runs in parallel to a test, at most until the test ends.
public final class RunningCommand: Sendable {
    public let process: Int32
    private let recipient: SignalRecipient
    private let folder: TemporaryFolder
    private let end: Task<Int32, any Error>

    /// Starts the program without reserving cores.
    public init(_ command: Command) async throws {
        folder = try TemporaryFolder("running")
        let (out, err) = (folder.file("out"), folder.file("err"))
        for file in [out, err] { try Data().write(to: file) }
        let recipient = SignalRecipient()
        let (started, startedInput) = AsyncThrowingStream.makeStream(of: Int32.self)
        end = Task {
            do {
                return try await Spawn.run(
                    command.words, output: FileHandle(forWritingTo: out),
                    error: FileHandle(forWritingTo: err)
                ) {
                    recipient.begin($0)
                    startedInput.yield($0)
                } ended: {
                    recipient.end()
                }
            } catch {
                startedInput.finish(throwing: error)
                throw error
            }
        }
        var process: Int32 = 0
        for try await identifier in started {
            process = identifier
            break
        }
        self.process = process
        self.recipient = recipient
    }

    deinit { recipient.send(SIGKILL) }

    /// Sends a signal, unless the program has ended.
    public func signal(_ signal: Int32) { recipient.send(signal) }

    /// Waits for the end, and returns the exit status, or 128 + the signal that ended the program.
    public func status() async throws -> Int32 { try await end.value }

    /// Whether the program has not ended.
    public var isRunning: Bool { recipient.isRunning }

    /// The standard output so far.
    public var text: String { read("out") }
    /// The standard error so far.
    public var errorOutput: String { read("err") }

    private func read(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: folder.file(name))) ?? Data(), as: UTF8.self)
    }
}

/// A process that receives signals while it runs: afterwards, its id may be that of another one.
private final class SignalRecipient: Sendable {
    private let process = Mutex<Int32?>(nil)

    func begin(_ process: Int32) { self.process.withLock { $0 = process } }

    func end() { process.withLock { $0 = nil } }

    func send(_ signal: Int32) {
        process.withLock { if let process = $0 { kill(process, signal) } }
    }

    var isRunning: Bool { process.withLock { $0 != nil } }
}
