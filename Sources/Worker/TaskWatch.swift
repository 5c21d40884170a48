internal import JobQueue

/// Finds tasks that make no progress, as their worker sees it.
///
/// Only time counts in which the worker looked: a machine that slept, or a process that was stopped, is no fault of its tasks.
struct TaskWatch: Sendable {
    /// What is known of an attempt.
    struct Sign: Sendable, Hashable {
        /// Changes with each sign of life.
        let count: Int
        /// How long it may be silent.
        let limit: Duration
    }
    private var known: [Lease: (count: Int, silence: Duration)] = [:]
    private var looked: ContinuousClock.Instant?

    /// The longest time between two looks that counts; chosen as several of those that are usual.
    private static let longestStep = Duration.seconds(10)

    /// Takes note of all attempts.
    ///
    /// - Parameters:
    ///   - signs: By the attempts' leases.
    ///   - now: When that is.
    /// - Returns: Those that have been silent for longer than they may.
    mutating func look(
        at signs: [Lease: Sign], _ now: ContinuousClock.Instant
    ) -> [Lease] {
        let passed = looked.map { $0.duration(to: now) } ?? .zero
        looked = now
        let counted = passed > Self.longestStep ? .zero : passed
        known = .init(
            uniqueKeysWithValues: signs.map { lease, sign in
                let before = known[lease]
                let isSilent = before?.count == sign.count
                return (
                    lease, (sign.count, isSilent ? (before?.silence ?? .zero) + counted : .zero)
                )
            })
        return signs.filter { lease, sign in
            known[lease].map { $0.silence > sign.limit } ?? false
        }.keys.sorted { ($0.task, $0.epoch) < ($1.task, $1.epoch) }
    }
}
