/// What a schedule needs to know of a job: everything but its work.
public struct JobDemand: Hashable, Sendable {
    public let id: JobID

    /// The jobs of the same graph that must have ended before this one starts.
    public let dependencies: Set<JobID>

    /// The job's stated peak, in bytes.
    public let peakMemory: Int

    /// The CPU time expected, in seconds.
    public let cost: Double

    public init(id: JobID, dependencies: Set<JobID> = [], peakMemory: Int, cost: Double) {
        self.id = id
        self.dependencies = dependencies
        self.peakMemory = peakMemory
        self.cost = cost
    }
}
