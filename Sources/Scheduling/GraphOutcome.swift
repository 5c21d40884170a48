/// How a graph ended.
public enum GraphOutcome: Hashable, Sendable {
    case completed

    /// The named job failed before anything else went wrong.
    case failed(JobID)

    /// The graph was cancelled from outside before any job failed.
    case cancelled
}
