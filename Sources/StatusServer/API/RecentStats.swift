internal import JobQueue

/// The queue in numbers, at most a second old: however many look at them, the store counts once.
actor RecentStats {
    private let store: any QueueStore
    private var last: (stats: Task<QueueStats, any Error>, time: ContinuousClock.Instant)?

    init(_ store: any QueueStore) { self.store = store }

    func stats(at now: ContinuousClock.Instant = .now) async throws -> QueueStats {
        if let last, last.time.duration(to: now) < .seconds(1) { return try await last.stats.value }
        let stats = Task { try await store.stats() }
        last = (stats, now)
        return try await stats.value
    }
}
