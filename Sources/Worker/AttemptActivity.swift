internal import Synchronization

/// The activity of an attempt at a task, and the longest time without activity that is expected.
final class AttemptActivity: Sendable {
    private struct State {
        var count = 0
        var expectedPause: Double
    }
    private let estimate: Double
    private let state: Mutex<State>

    /// Creates the activity of an attempt that is expected to take a number of seconds, possibly without activity.
    init(expecting estimate: Double) {
        self.estimate = estimate
        state = Mutex(State(expectedPause: estimate))
    }

    /// Records activity; it may be called often.
    func record() { state.withLock { $0.count &+= 1 } }

    /// Records activity, and the expected time of the next step in seconds, if that is longer than the whole estimate.
    func expect(_ seconds: Double) {
        let expected = max(estimate, seconds)
        state.withLock { state in
            state.count &+= 1
            state.expectedPause = expected
        }
    }

    var latest: (count: Int, expectedPause: Double) {
        state.withLock { ($0.count, $0.expectedPause) }
    }
}
