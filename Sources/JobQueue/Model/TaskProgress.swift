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

    public init(
        fraction: Double, remaining: Double? = nil, note: String? = nil, artifacts: Int = 0
    ) {
        self.fraction = fraction
        self.remaining = remaining
        self.note = note
        self.artifacts = artifacts
    }
}
