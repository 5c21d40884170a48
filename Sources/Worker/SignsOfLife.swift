internal import Synchronization

/// What an attempt at a task has shown of itself: whether it goes on, and for how long it may be silent.
final class SignsOfLife: Sendable {
    private struct State {
        var count = 0
        var expected: Double
    }
    private let estimate: Double
    private let state: Mutex<State>

    /// The signs of an attempt that is expected to take so many seconds in all, and may be silent for as long.
    init(expecting estimate: Double) {
        self.estimate = estimate
        state = Mutex(State(expected: estimate))
    }

    /// Notes that it goes on; costs next to nothing.
    func show() { state.withLock { $0.count &+= 1 } }

    /// Notes that it has come to a part that may be silent for so many seconds, if that is longer than all was expected to take.
    func expect(_ seconds: Double) {
        let expected = max(estimate, seconds)
        state.withLock { state in
            state.count &+= 1
            state.expected = expected
        }
    }

    var latest: (count: Int, expected: Double) {
        state.withLock { ($0.count, $0.expected) }
    }
}
