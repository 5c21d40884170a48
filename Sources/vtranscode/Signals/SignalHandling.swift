import Dispatch
import Foundation
import Synchronization

/// The handling of SIGINT and SIGTERM: the first signal stops the operation, the second one exits immediately; and of SIGHUP.
///
/// Signals within a second of the first are duplicates.
struct SignalHandling {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    /// Runs an operation as a task that the first signal cancels, and waits for its end.
    func canceling<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async -> Value {
        let task = Task { await operation() }
        return await handling { [console] in
            console.print("vtranscode: interrupted, stopping; interrupt again to exit immediately")
            task.cancel()
        } during: {
            await task.value
        }
    }

    /// Runs an operation and waits for its end; the first signal calls `onFirst`.
    func handling<Value>(
        _ onFirst: @escaping @Sendable () -> Void, during operation: () async throws -> Value
    ) async rethrows -> Value {
        let receiver = Receiver { [console] in
            switch $0 {
            case .first: onFirst()
            case .duplicate: break
            case .second:
                console.clear()
                _exit(CommandStatus.interrupted.rawValue)
            }
        }
        let queue = DispatchQueue(label: "signals")
        let sources = [SIGINT, SIGTERM].map { Self.source(of: $0, queue, receiver.receive) }
        defer { sources.forEach { $0.cancel() } }
        return try await operation()
    }

    /// Runs an operation and waits for its end; each SIGHUP calls `onHangUp`, on a queue of its own.
    static func handlingHangUps<Value>(
        _ onHangUp: @escaping @Sendable () -> Void, during operation: () async throws -> Value
    ) async rethrows -> Value {
        let source = source(of: SIGHUP, DispatchQueue(label: "hang-ups"), onHangUp)
        defer { source.cancel() }
        return try await operation()
    }

    /// The sequence of all signals, which share one meaning.
    private final class Receiver: Sendable {
        private let sequence = Mutex(SignalSequence())
        private let act: @Sendable (SignalSequence.Meaning) -> Void

        init(_ act: @escaping @Sendable (SignalSequence.Meaning) -> Void) { self.act = act }

        func receive() {
            act(sequence.withLock { $0.receive(at: ProcessInfo.processInfo.systemUptime) })
        }
    }

    private static func source(
        of number: Int32, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        #if canImport(Darwin)
            // kqueue reports signals in addition to their disposition; Linux's signalfd replaces it.
            signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: handler)
        source.activate()
        return source
    }
}
