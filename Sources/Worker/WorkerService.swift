public import ServiceLifecycle

/// A worker as a part of a process that is told to stop by signals: the first drains it.
///
/// It claims nothing before the rest of the process is ready: what cannot serve ends without having begun a task.
public struct WorkerService: Service {
    private let worker: QueueWorker
    private let webhooks: WebhookRounds
    private let beginning: @Sendable () async -> Void
    private let onDrain: @Sendable () -> Void

    /// A worker that begins when `beginning` has ended, which must soon follow a cancellation.
    public init(
        _ worker: QueueWorker, webhooks: WebhookRounds,
        after beginning: @escaping @Sendable () async -> Void,
        onDrain: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        self.webhooks = webhooks
        self.beginning = beginning
        self.onDrain = onDrain
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown { await beginning() }
        guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await webhooks.run() }
                defer { group.cancelAll() }
                try await worker.run()
            }
        } onGracefulShutdown: {
            onDrain()
            Task { await worker.drain() }
        }
    }
}
