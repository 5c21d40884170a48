/// The typed key to one job's result; a graph gives it out when the job is added.
public struct JobHandle<Output: Sendable>: Hashable, Sendable {
    public let id: JobID

    init(id: JobID) { self.id = id }
}
