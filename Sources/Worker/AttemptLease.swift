internal import Dispatch
internal import Synchronization

/// The lease of an attempt, by this host's clock, which also runs while the process or the host is suspended.
///
/// The queue counts the lease's time from a later moment than this object, so that it is never valid here and expired there.
final class AttemptLease: Sendable {
    private struct State {
        var end: ContinuousClock.Instant
        var isRevoked = false
        /// The threads that wait for a change.
        var waiting: [DispatchSemaphore] = []
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a lease that ends at a time unless it is extended.
    init(
        until end: ContinuousClock.Instant,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        state = Mutex(State(end: end))
        self.now = now
    }

    /// Extends the lease, as the queue has confirmed.
    func extend(until end: ContinuousClock.Instant) { change { $0.end = max($0.end, end) } }

    /// Ends the lease for good: the attempt is cancelled, or the queue has given the task to another worker.
    func revoke() { change { $0.isRevoked = true } }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for thread in waiting { thread.signal() }
    }

    /// Waits, while the queue is unreachable, until an expired lease is extended or revoked.
    ///
    /// - Returns: Whether the lease is valid.
    func isConfirmed() -> Bool {
        while true {
            let changed = DispatchSemaphore(value: 0)
            let isValid: Bool? = state.withLock { state in
                if state.isRevoked { return false }
                if now() < state.end { return true }
                state.waiting.append(changed)
                return nil
            }
            if let isValid { return isValid }
            changed.wait()
        }
    }
}
