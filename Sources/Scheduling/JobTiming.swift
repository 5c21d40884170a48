/// When one job waited and ran; offsets are seconds since its graph was given to the runner.
public struct JobTiming: Hashable, Sendable, Codable {
    public let id: JobID

    /// When the last of its dependencies had ended; 0 if it has none.
    public let queued: Double

    public let started: Double
    public let ended: Double

    /// The peak that the job stated, in bytes.
    public let peakMemory: Int

    /// How long the job ran, in seconds.
    public var duration: Double { ended - started }
}
