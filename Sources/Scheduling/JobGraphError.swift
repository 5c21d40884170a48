/// A problem that prevents the execution of a graph.
public enum JobGraphError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Two jobs have the same name.
    case duplicate(JobID)

    /// A job depends on one that is not in the graph.
    case unknownDependency(JobID, of: JobID)

    /// Each job depends on the next one, and the last one on the first.
    case cycle([JobID])

    /// A memory or cost estimate that is below 0 or not finite.
    case invalidEstimate(JobID)

    public var description: String {
        switch self {
        case .duplicate(let job):
            "two jobs are named \(job)"
        case .unknownDependency(let dependency, let job):
            "\(job) depends on \(dependency), which is not in the graph"
        case .cycle(let jobs):
            "jobs depend on one another: \(jobs.map(\.rawValue).joined(separator: " → "))"
        case .invalidEstimate(let job):
            "\(job) states a memory or cost that is negative or not finite"
        }
    }
}
