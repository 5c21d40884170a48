/// How far a graph is.
public struct GraphProgress: Sendable {
    /// The part of the expected cost that is done, from 0 to 1; never less than before.
    ///
    /// A running job counts with the fraction that it has reported. Where every cost is 0, jobs
    /// count equally.
    public let fraction: Double

    /// Each job's own fraction, from 0 to 1; jobs that have reported nothing are not there.
    public let jobs: [JobID: Double]
}
