internal import Errors

/// The result of a completed graph.
public struct GraphResult: Sendable {
    /// The result of every job.
    public let results: JobResults

    /// Times of the jobs.
    public let report: RunReport

    /// The result of a job.
    ///
    /// - Throws: `InternalError` if the handle belongs to another graph.
    public subscript<Output>(handle: JobHandle<Output>) -> Output {
        get throws(InternalError) { try results[handle] }
    }
}
