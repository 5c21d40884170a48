internal import JobQueue
internal import Synchronization

/// The statistics of the queue and of tenants, each computed at most once a second.
final class CachedStats: Sendable {
    private let store: any QueueStore
    private let queue: CachedValue<QueueStats>
    /// The statistics of the tenants that tokens name.
    private let tenants = Mutex<[String: CachedValue<QueueStats>]>([:])

    init(_ store: any QueueStore) {
        self.store = store
        queue = CachedValue(loadLimit: 10) {
            try await store.withTimeout { try await $0.stats() }
        }
    }

    /// The statistics of the queue.
    var value: QueueStats {
        get async throws { try await queue.value }
    }

    /// Returns the statistics of a tenant; of the queue for `nil`.
    func value(of tenant: String?) async throws -> QueueStats {
        guard let tenant else { return try await value }
        let cached = tenants.withLock { [store] tenants in
            let cached =
                tenants[tenant]
                ?? CachedValue(loadLimit: 10) {
                    try await store.withTimeout { try await $0.stats(ofTenant: tenant) }
                }
            tenants[tenant] = cached
            return cached
        }
        return try await cached.value
    }
}
