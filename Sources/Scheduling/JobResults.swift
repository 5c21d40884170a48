/// The results of completed jobs, by typed handle.
public struct JobResults: Sendable {
    private let values: [JobID: any Sendable]

    init(_ values: [JobID: any Sendable]) { self.values = values }

    /// The result of a job.
    ///
    /// - Throws: `MissingResultError` if the handle belongs to another graph or, inside a job, to one that is not its
    ///   dependency.
    public subscript<Output>(handle: JobHandle<Output>) -> Output {
        get throws(MissingResultError) {
            guard let value = values[handle.id] as? Output else {
                throw MissingResultError(job: handle.id)
            }
            return value
        }
    }
}
