/// Measures the time since its creation, in seconds.
struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    @Sendable func elapsed() -> Double { (ContinuousClock.now - start) / .seconds(1) }
}
