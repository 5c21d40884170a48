/// The typed key of one job's result, which a graph returns when the job is added.
public struct JobHandle<Output: Sendable>: Hashable, Sendable {
    /// The job's name.
    public let id: JobID

    init(id: JobID) { self.id = id }
}
