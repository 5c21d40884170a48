public import ServiceLifecycle

/// A worker as a service of a process; a graceful shutdown drains the worker.
///
/// The worker claims no task before the other services are ready, so that a process that cannot start its server runs no task.
public struct WorkerService: Service {
    private let worker: QueueWorker
    private let readiness: @Sendable () async -> Void
    private let companion: @Sendable () async -> Void
    private let onDrain: @Sendable () -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - readiness: Returns when the worker may start; it must return soon after a cancellation.
    ///   - companion: Runs as long as the worker, and is cancelled when the worker has ended.
    ///   - onDrain: Called when the shutdown starts.
    public init(
        _ worker: QueueWorker, after readiness: @escaping @Sendable () async -> Void,
        beside companion: @escaping @Sendable () async -> Void,
        onDrain: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        self.readiness = readiness
        self.companion = companion
        self.onDrain = onDrain
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown { await readiness() }
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
