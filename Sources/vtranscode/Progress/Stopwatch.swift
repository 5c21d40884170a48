/// Seconds since it was made.
struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    @Sendable func elapsed() -> Double { (ContinuousClock.now - start) / .seconds(1) }
}
