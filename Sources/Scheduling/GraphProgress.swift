/// The progress of a graph.
public struct GraphProgress: Sendable {
    /// The fraction of the expected cost that is done, 0...1; it never decreases.
    ///
    /// A running job counts with the fraction that it has reported. If all costs are 0, jobs count equally.
    public let fraction: Double

    /// The fraction of each job, 0...1; jobs without a report are missing.
    public let jobs: [JobID: Double]
}
