import Synchronization

/// A clock on which some seconds pass each time that somebody looks at it.
final class SteppingClock: Sendable {
    private let seconds: Int
    private let state = Mutex((now: ContinuousClock.now, looks: 0))

    init(seconds: Int) { self.seconds = seconds }

    /// How often it was looked at.
    var looks: Int { state.withLock { $0.looks } }

    func step() -> ContinuousClock.Instant {
        state.withLock { state in
            state.now += .seconds(seconds)
            state.looks += 1
            return state.now
        }
    }
}
