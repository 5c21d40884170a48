/// The progress of a task.
public struct TaskProgress: Sendable, Hashable {
    /// The completed fraction, 0...1.
    public var fraction: Double
    /// The remaining time, in seconds.
    public var remaining: Double?
    /// A new note for the job; `nil` leaves the present one.
    public var note: String?
    /// The number of artifacts that this attempt has completed so far.
    public var artifacts: Int
    /// The CPU time that this attempt has used so far, in seconds; `nil` if it is unknown.
    public var cpuSeconds: Double?
    /// A new estimate of the CPU time of the whole task, in seconds, which replaces the present one; `nil` for none.
    public var expectedCPUSeconds: Double?

    public init(
        fraction: Double, remaining: Double? = nil, note: String? = nil, artifacts: Int = 0,
        cpuSeconds: Double? = nil, expectedCPUSeconds: Double? = nil
    ) {
        self.fraction = fraction
        self.remaining = remaining
        self.note = note
        self.artifacts = artifacts
        self.cpuSeconds = cpuSeconds
        self.expectedCPUSeconds = expectedCPUSeconds
    }
}
