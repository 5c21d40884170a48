public import ServiceLifecycle

/// A worker as a part of a process that is told to stop by signals: the first drains it.
public struct WorkerService: Service {
    private let worker: QueueWorker
    private let webhooks: WebhookRounds
    private let onDrain: @Sendable () -> Void

    public init(
        _ worker: QueueWorker, webhooks: WebhookRounds, onDrain: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        self.webhooks = webhooks
        self.onDrain = onDrain
    }

    public func run() async throws {
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
