internal import Hummingbird
internal import JobQueue
internal import Logging

/// What supervisors ask.
struct HealthAPI: Sendable {
    private let recent: Recent<QueueStats>
    private let isDraining: @Sendable () -> Bool
    private let metrics: @Sendable () -> [Metric]
    /// The store's last answer: probes of any number ask it once a second.
    private let answer: Recent<Void>

    /// Seconds that the store gets to answer: supervisors wait for no longer.
    private static let patience = 2.0

    private struct Health: Encodable {
        let status: String
    }

    init(
        store: any QueueStore, recent: Recent<QueueStats>,
        isDraining: @escaping @Sendable () -> Bool, metrics: @escaping @Sendable () -> [Metric]
    ) {
        self.recent = recent
        self.isDraining = isDraining
        self.metrics = metrics
        answer = Recent {
            _ = try await store.soon(within: Self.patience) {
                try await $0.jobs(JobFilter(limit: 1))
            }
        }
    }

    /// The process lives; it says nothing of the store, for a restart would not mend that.
    func health(_ request: Request, _ context: ServerContext) async throws -> Response {
        .json(Health(status: "alive"))
    }

    /// Work that is sent here will be done: the store answers, and the worker goes on.
    func readiness(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard !isDraining() else {
            return .json(Health(status: "draining"), status: .serviceUnavailable)
        }
        do {
            try await answer.value
        } catch {
            context.logger.warning("the store does not answer: \(error)")
            return .json(Health(status: "store unavailable"), status: .serviceUnavailable)
        }
        return .json(Health(status: "ready"))
    }

    func stats(_ request: Request, _ context: ServerContext) async throws -> Response {
        .json(StatsView(try await recent.value))
    }

    /// What this process has done is told also while the queue is away.
    func exposition(_ request: Request, _ context: ServerContext) async throws -> Response {
        let queue = try? await recent.value
        let isUp = Metric(
            "vtranscode_queue_up", .gauge,
            "1 while the queue answers; else its metrics are left out.",
            queue == nil ? 0 : 1)
        let all = [isUp] + (queue?.metrics ?? []) + metrics() + ProcessMetrics.all
        return .text(all.map(\.text).joined(), "text/plain; version=0.0.4; charset=utf-8")
    }
}
