/// Finds workers whose lease has expired, from the heartbeats that one process observes.
///
/// Wall clocks of hosts and servers may be set at any time. The monitor therefore compares a worker's heartbeats between
/// observations, and measures time with this process's monotonic clock. Time in which the store was unreachable does not count:
/// no worker could send a heartbeat then.
struct HeartbeatMonitor: Sendable {
    /// Each worker's last heartbeat, and the time for which it has not changed.
    var known: [Int64: (heartbeat: Int64, age: Duration)] = [:]
    private var lastObservation: ContinuousClock.Instant?

    /// Records the last heartbeats of all workers.
    ///
    /// - Parameters:
    ///   - heartbeats: The heartbeats by worker.
    ///   - now: The time of the observation.
    ///   - lease: The duration of a lease.
    /// - Returns: The workers whose lease has expired.
    mutating func observe(
        _ heartbeats: [Int64: Int64], at now: ContinuousClock.Instant, lease: Duration
    ) -> [Int64] {
        let elapsed = lastObservation.map { $0.duration(to: now) } ?? .zero
        lastObservation = now
        // Observations are a few seconds apart; after a longer time, the store or this process was suspended.
        let counted = elapsed > max(lease / 2, .seconds(6)) ? .zero : elapsed
        known = .init(
            uniqueKeysWithValues: heartbeats.map { id, heartbeat in
                let before = known[id]
                let isUnchanged = before?.heartbeat == heartbeat
                return (
                    id, (heartbeat, isUnchanged ? (before?.age ?? .zero) + counted : .zero)
                )
            })
        return known.filter { $0.value.age > lease }.keys.sorted()
    }
}
