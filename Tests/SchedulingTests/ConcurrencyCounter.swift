import Synchronization

/// Counts concurrent calls, and their maximum.
final class ConcurrencyCounter: Sendable {
    private let state = Mutex((current: 0, maximum: 0))

    var maximum: Int { state.withLock { $0.maximum } }

    func enter() {
        state.withLock { state in
            state.current += 1
            state.maximum = max(state.maximum, state.current)
        }
    }

    func leave() { state.withLock { $0.current -= 1 } }
}
