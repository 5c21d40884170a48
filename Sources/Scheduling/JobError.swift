public import Errors

/// The first failure of a graph, with the job and its error.
public struct JobError: CausedError, CustomStringConvertible {
    /// The job that failed.
    public let job: JobID
    /// The error of the job.
    public let underlying: any Error
    public var cause: (any Error)? { underlying }

    public init(job: JobID, underlying: any Error) {
        self.job = job
        self.underlying = underlying
    }

    public var description: String { "\(job): \(underlying)" }
}
