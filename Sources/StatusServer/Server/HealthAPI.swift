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

    /// Seconds that the store gets to answer: supervisors wait for no longer, and a store may wait a minute for its server.
    private static let patience = 2.0

    private struct StoreIsSilent: Error {}

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
        answer = Recent { try await Self.ask(store) }
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

    private static func ask(_ store: any QueueStore) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await store.jobs(JobFilter(limit: 1)) }
            group.addTask {
                try await Task.sleep(for: .seconds(patience))
                throw StoreIsSilent()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func stats(_ request: Request, _ context: ServerContext) async throws -> Response {
        .json(StatsView(try await recent.value))
    }

    func exposition(_ request: Request, _ context: ServerContext) async throws -> Response {
        let all = try await recent.value.metrics + metrics() + ProcessMetrics.all
        return .text(all.map(\.text).joined(), "text/plain; version=0.0.4; charset=utf-8")
    }
}
