/// The result of a completed graph.
public struct GraphResult: Sendable {
    /// The result of every job.
    public let results: JobResults

    /// Times of the jobs.
    public let report: RunReport

    /// The result of a job.
    ///
    /// - Throws: `MissingResultError` if the handle belongs to another graph.
    public subscript<Output>(handle: JobHandle<Output>) -> Output {
        get throws(MissingResultError) { try results[handle] }
    }
}
