internal import Errors

/// The results of completed jobs, by typed handle.
public struct JobResults: Sendable {
    private let values: [JobID: any Sendable]

    init(_ values: [JobID: any Sendable]) { self.values = values }

    /// The result of a job.
    ///
    /// - Throws: `InternalError` if the handle belongs to another graph or, inside a job, to one that is not its
    ///   dependency.
    public subscript<Output>(handle: JobHandle<Output>) -> Output {
        get throws(InternalError) {
            guard let value = values[handle.id] as? Output else {
                throw .missingResult(of: handle.id)
            }
            return value
        }
    }
}
