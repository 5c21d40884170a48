internal import JobQueue

/// Finds attempts without activity, from the observations of their worker.
///
/// Time between observations counts only up to `longestStep`: a suspended host or process does not make its tasks stall.
struct StallDetector: Sendable {
    /// An observation of an attempt.
    struct Observation: Sendable, Hashable {
        /// A number that changes with activity.
        let count: Int
        /// The longest time without activity.
        let timeout: Duration
    }
    private var known: [Lease: (count: Int, pause: Duration)] = [:]
    private var lastObservation: ContinuousClock.Instant?

    /// The longest time between two observations that counts; chosen as several usual intervals.
    private static let longestStep = Duration.seconds(10)

    /// Records an observation of each attempt.
    ///
    /// - Parameters:
    ///   - observations: The observations by lease.
    ///   - now: The time of the observations.
    /// - Returns: The attempts that have exceeded their timeout.
    mutating func observe(
        _ observations: [Lease: Observation], at now: ContinuousClock.Instant
    ) -> [Lease] {
        let elapsed = lastObservation.map { $0.duration(to: now) } ?? .zero
        lastObservation = now
        let counted = elapsed > Self.longestStep ? .zero : elapsed
        known = .init(
            uniqueKeysWithValues: observations.map { lease, observation in
                let before = known[lease]
                let isUnchanged = before?.count == observation.count
                let pause = isUnchanged ? (before?.pause ?? .zero) + counted : .zero
                return (lease, (observation.count, pause))
            })
        return observations.filter { lease, observation in
            known[lease].map { $0.pause > observation.timeout } ?? false
        }.keys.sorted { ($0.task, $0.fencingToken) < ($1.task, $1.fencingToken) }
    }
}
