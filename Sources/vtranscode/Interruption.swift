import Dispatch
import Foundation

/// SIGINT and SIGTERM: the first asks what runs to end, the second ends the process at once.
struct Interruption {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    /// Runs `operation` as a task that the first signal cancels, and waits for its end.
    func guarding<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async -> Value {
        let task = Task { await operation() }
        return await listening { [console] in
            console.print("vtranscode: interrupted, stopping; interrupt again to end at once")
            task.cancel()
        } during: {
            await task.value
        }
    }

    /// Runs `operation` and waits for its end; the first signal calls `ask`.
    func listening<Value>(
        _ ask: @escaping @Sendable () -> Void, during operation: () async throws -> Value
    ) async rethrows -> Value {
        let (queue, isTold) = (DispatchQueue(label: "signals"), OnceFlag())
        let sources = [SIGINT, SIGTERM].map { source(of: $0, queue, isTold, ask) }
        defer { sources.forEach { $0.cancel() } }
        return try await operation()
    }

    private func source(
        of number: Int32, _ queue: DispatchQueue, _ isTold: OnceFlag,
        _ ask: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        #if canImport(Darwin)
            // kqueue tells of a signal besides its disposition; Linux's signalfd takes it instead.
            signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { [console] in
            if isTold.isSet {
                console.clear()
                _exit(CommandStatus.interrupted.rawValue)
            }
            isTold.set()
            ask()
        }
        source.activate()
        return source
    }
}
