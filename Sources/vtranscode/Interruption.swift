import Dispatch
import Foundation

/// SIGINT and SIGTERM: the first cancels what runs, the second ends the process at once.
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
        let queue = DispatchQueue(label: "signals")
        let sources = [SIGINT, SIGTERM].map { cancel(task, on: $0, queue) }
        defer { sources.forEach { $0.cancel() } }
        return await task.value
    }

    private func cancel<Value: Sendable>(
        _ task: Task<Value, Never>, on number: Int32, _ queue: DispatchQueue
    ) -> any DispatchSourceSignal {
        #if canImport(Darwin)
            // kqueue tells of a signal besides its disposition; Linux's signalfd takes it instead.
            signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { [console] in
            if task.isCancelled {
                console.clear()
                _exit(CommandStatus.interrupted.rawValue)
            }
            console.print("vtranscode: interrupted, stopping; interrupt again to end at once")
            task.cancel()
        }
        source.activate()
        return source
    }
}
