/// What a completed graph gives.
public struct GraphResult: Sendable {
    /// The result of every job.
    public let results: JobResults

    /// What ran when.
    public let report: RunReport

    /// The result of the job that the handle stands for.
    public subscript<Output>(handle: JobHandle<Output>) -> Output {
        get throws(MissingResultError) { try results[handle] }
    }
}
