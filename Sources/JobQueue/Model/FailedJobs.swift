/// A page of the failed jobs of a queue, in the order of their submission.
public struct FailedJobs: Sendable, Hashable {
    /// The jobs of the page whose files were neither removed nor are about to be.
    public let jobs: [JobRecord]
    /// The job after which the next page begins; `nil` after the last page.
    public let next: JobID?
}
