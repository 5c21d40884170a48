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

    /// The jobs that had to end before, sorted; `nil` in reports of earlier builds.
    public var dependencies: [JobID]?

    /// The expected CPU time, in seconds, by which jobs are ordered; `nil` in reports of earlier builds.
    public var expectedCPUSeconds: Double?

    /// The CPU time of the job's processes, in seconds; `nil` if it had none.
    public var cpuSeconds: Double?

    /// The CPU time of known stages of the job's work, in seconds; `nil` if the job measures no stages.
    ///
    /// The rest of `cpuSeconds` is everything else, such as the start of the processes.
    public var stages: [String: Double]?

    /// The running time of the job, in seconds.
    public var duration: Double { ended - started }
}
