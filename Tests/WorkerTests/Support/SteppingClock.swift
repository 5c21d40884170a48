import Synchronization

/// A clock that advances by some seconds with each reading.
final class SteppingClock: Sendable {
    private let seconds: Int
    private let state = Mutex((now: ContinuousClock.now, readings: 0))

    init(seconds: Int) { self.seconds = seconds }

    /// The number of readings.
    var readings: Int { state.withLock { $0.readings } }

    func step() -> ContinuousClock.Instant {
        state.withLock { state in
            state.now += .seconds(seconds)
            state.readings += 1
            return state.now
        }
    }
}
