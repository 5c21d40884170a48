/// The properties of a job that a schedule uses.
public struct JobDemand: Hashable, Sendable {
    /// The job's name, unique in its graph.
    public let id: JobID

    /// The jobs of the same graph that must have ended before this one starts.
    public let dependencies: Set<JobID>

    /// The stated peak of memory, in bytes.
    public let peakMemory: Int

    /// The expected CPU time, in seconds.
    public let cost: Double

    /// Whether the job starts beside the first jobs of its graph, however short its path is.
    public let isEarly: Bool

    public init(
        id: JobID, dependencies: Set<JobID> = [], peakMemory: Int, cost: Double,
        isEarly: Bool = false
    ) {
        self.isEarly = isEarly
        self.id = id
        self.dependencies = dependencies
        self.peakMemory = peakMemory
        self.cost = cost
    }
}
