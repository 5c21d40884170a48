/// The results of jobs that have ended, each under its typed handle.
public struct JobResults: Sendable {
    private let values: [JobID: any Sendable]

    init(_ values: [JobID: any Sendable]) { self.values = values }

    /// The result of the job that the handle stands for.
    ///
    /// - Throws: `MissingResultError` if the handle is of another graph or, inside a job, of one
    ///   that the job does not depend on.
    public subscript<Output>(handle: JobHandle<Output>) -> Output {
        get throws(MissingResultError) {
            guard let value = values[handle.id] as? Output else {
                throw MissingResultError(job: handle.id)
            }
            return value
        }
    }
}
