internal import Errors

/// The first failure of a graph, with the job and its error, which callers replace by its cause.
package struct JobError: CausedError, CustomStringConvertible {
    /// The job that failed.
    package let job: JobID
    /// The error of the job.
    package let cause: (any Error)?

    package init(job: JobID, cause: any Error) {
        self.job = job
        self.cause = cause
    }

    package var description: String { "\(job): \(cause.map { "\($0)" } ?? "")" }
}
