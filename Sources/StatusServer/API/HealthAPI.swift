internal import Hummingbird
internal import JobQueue
internal import Logging

/// Health, readiness, statistics and metrics.
struct HealthAPI: Sendable {
    private let stats: CachedStats
    private let isDraining: @Sendable () -> Bool
    private let metrics: @Sendable () -> [Metric]
    /// The outcome of the last check of the store, which any number of probes repeat once a second at most.
    private let storeCheck: CachedValue<Void>

    /// The timeout of the store check, in seconds; chosen below the timeouts of common probes.
    private static let timeout = 2.0

    private struct Health: Encodable {
        let status: String
    }

    init(
        store: any QueueStore, stats: CachedStats,
        isDraining: @escaping @Sendable () -> Bool, metrics: @escaping @Sendable () -> [Metric]
    ) {
        self.stats = stats
        self.isDraining = isDraining
        self.metrics = metrics
        storeCheck = CachedValue {
            _ = try await store.withTimeout(of: Self.timeout) {
                try await $0.jobs(JobFilter(limit: 1))
            }
        }
    }

    /// Responds that the process is alive, whatever the state of the store: a restart would not fix the store.
    func health(_ request: Request, _ context: ServerContext) async throws -> Response {
        .json(Health(status: "alive"))
    }

    /// Responds whether the store is reachable and the worker claims tasks.
    func readiness(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard !isDraining() else {
            return .json(Health(status: "draining"), status: .serviceUnavailable)
        }
        do {
            try await storeCheck.value
        } catch {
            context.logger.warning("store unavailable", metadata: ["error": "\(error)"])
            return .json(Health(status: "store unavailable"), status: .serviceUnavailable)
        }
        return .json(Health(status: "ready"))
    }

    func stats(_ request: Request, _ context: ServerContext) async throws -> Response {
        .json(StatsView(try await stats.value(of: context.client.tenant)))
    }

    /// Responds with all metrics; those of the process also while the queue is unreachable.
    func exposition(_ request: Request, _ context: ServerContext) async throws -> Response {
        let queue = try? await stats.value
        let isUp = Metric(
            "vtranscode_queue_up", .gauge,
            "1 if the queue responds; otherwise its metrics are omitted.",
            queue == nil ? 0 : 1)
        let all = [isUp] + (queue?.metrics ?? []) + metrics() + ProcessMetrics.all
        return .text(all.map(\.text).joined(), "text/plain; version=0.0.4; charset=utf-8")
    }
}
