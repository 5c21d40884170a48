/// A graph that cannot be run as it was put together.
public enum JobGraphError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Two jobs have one name.
    case duplicate(JobID)

    /// A job waits for one that is not in the graph.
    case unknownDependency(JobID, of: JobID)

    /// Each job waits for the one after it, and the last one for the first.
    case cycle([JobID])

    /// A memory or cost estimate that is below 0 or not finite.
    case invalidEstimate(JobID)

    public var description: String {
        switch self {
        case .duplicate(let job):
            "two jobs are named \(job)"
        case .unknownDependency(let dependency, let job):
            "\(job) waits for \(dependency), which is not in the graph"
        case .cycle(let jobs):
            "jobs wait for one another: \(jobs.map(\.rawValue).joined(separator: " → "))"
        case .invalidEstimate(let job):
            "\(job) states a memory or cost that is negative or not finite"
        }
    }
}
