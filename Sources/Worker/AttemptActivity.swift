internal import Synchronization

/// The activity of an attempt at a task, the longest time without activity that is expected, and the CPU time.
final class AttemptActivity: Sendable {
    private struct State {
        var count = 0
        var expectedPause: Double
        var cpuSeconds: Double?
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

    /// Records activity, and CPU time in seconds; ignores a time that is not finite or is negative.
    ///
    /// - Returns: The CPU time so far, in seconds; `nil` if it is unknown.
    func addCPUTime(_ seconds: Double) -> Double? {
        state.withLock { state in
            state.count &+= 1
            if seconds.isFinite, seconds >= 0 {
                state.cpuSeconds = (state.cpuSeconds ?? 0) + seconds
            }
            return state.cpuSeconds
        }
    }

    /// The CPU time so far, in seconds; `nil` if none was measured.
    var cpuSeconds: Double? { state.withLock(\.cpuSeconds) }

    var latest: (count: Int, expectedPause: Double) {
        state.withLock { ($0.count, $0.expectedPause) }
    }
}
