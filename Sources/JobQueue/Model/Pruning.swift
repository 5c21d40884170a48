/// The outcome of a deletion of old jobs that depends on the wall clock.
public struct Pruning: Sendable, Hashable {
    /// The number of deleted jobs.
    public let jobs: Int
    /// The time for which the wall clock is not trusted yet, in seconds; `nil` if it is trusted.
    public let distrust: Double?
}
