public import ServiceLifecycle

/// A worker as a part of a process that is told to stop by signals: the first drains it.
///
/// It claims nothing before the rest of the process is ready: what cannot serve ends without having begun a task.
public struct WorkerService: Service {
    private let worker: QueueWorker
    private let beginning: @Sendable () async -> Void
    private let companion: @Sendable () async -> Void
    private let onDrain: @Sendable () -> Void

    /// A worker of a process.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - beginning: Ends when the worker may begin; must soon follow a cancellation.
    ///   - companion: Runs beside the worker, and is cancelled when the worker has ended.
    ///   - onDrain: Called when the process is told to stop.
    public init(
        _ worker: QueueWorker, after beginning: @escaping @Sendable () async -> Void,
        beside companion: @escaping @Sendable () async -> Void,
        onDrain: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        self.beginning = beginning
        self.companion = companion
        self.onDrain = onDrain
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown { await beginning() }
        guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
        let (drains, drain) = AsyncStream.makeStream(of: Void.self)
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await companion() }
                group.addTask { for await _ in drains { await worker.drain() } }
                defer { group.cancelAll() }
                try await worker.run()
            }
        } onGracefulShutdown: {
            onDrain()
            drain.yield()
        }
    }
}
