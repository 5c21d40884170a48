/// The times of one job, in seconds since its graph was added to the runner.
public struct JobTiming: Hashable, Sendable, Codable {
    /// The job's name.
    public let id: JobID

    /// The time at which the last of its dependencies ended; 0 if it has none.
    public let queued: Double

    /// The time of its start.
    public let started: Double

    /// The time of its end.
    public let ended: Double

    /// The stated peak of memory, in bytes.
    public let peakMemory: Int

    /// The running time of the job, in seconds.
    public var duration: Double { ended - started }
}
