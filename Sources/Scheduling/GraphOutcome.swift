/// The outcome of a graph.
public enum GraphOutcome: Hashable, Sendable {
    /// All jobs ended without an error.
    case completed

    /// A job failed, before any other failure or cancellation.
    case failed(JobID)

    /// The graph was cancelled before any job failed.
    case cancelled
}
