public import Errors

/// The first job of a graph that failed.
public struct JobError: CausedError, CustomStringConvertible {
    public let job: JobID
    /// The job's own error.
    public let underlying: any Error
    public var cause: (any Error)? { underlying }

    public init(job: JobID, underlying: any Error) {
        self.job = job
        self.underlying = underlying
    }

    public var description: String { "\(job): \(underlying)" }
}
