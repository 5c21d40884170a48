import Dispatch
import Foundation
import Synchronization

/// SIGINT and SIGTERM: the first asks what runs to end, the second ends the process at once.
///
/// What comes within a second of the first is the same request.
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
        let told = Told { [console] in
            switch $0 {
            case .first: ask()
            case .echo: break
            case .again:
                console.clear()
                _exit(CommandStatus.interrupted.rawValue)
            }
        }
        let queue = DispatchQueue(label: "signals")
        let sources = [SIGINT, SIGTERM].map { source(of: $0, queue, told) }
        defer { sources.forEach { $0.cancel() } }
        return try await operation()
    }

    /// What was asked for so far, by any signal.
    private final class Told: Sendable {
        private let insistence = Mutex(Insistence())
        private let act: @Sendable (Insistence.Request) -> Void

        init(_ act: @escaping @Sendable (Insistence.Request) -> Void) { self.act = act }

        func receive() {
            act(insistence.withLock { $0.request(at: ProcessInfo.processInfo.systemUptime) })
        }
    }

    private func source(
        of number: Int32, _ queue: DispatchQueue, _ told: Told
    ) -> any DispatchSourceSignal {
        #if canImport(Darwin)
            // kqueue tells of a signal besides its disposition; Linux's signalfd takes it instead.
            signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { told.receive() }
        source.activate()
        return source
    }
}
