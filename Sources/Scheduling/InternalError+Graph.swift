internal import Errors

/// Bugs in the making of graphs, which prevent their execution.
extension InternalError {
    /// Two jobs have the same name.
    static func duplicate(_ job: JobID) -> InternalError {
        InternalError("two jobs are named \(job)")
    }

    /// A job depends on one that is not in the graph.
    static func unknownDependency(_ dependency: JobID, of job: JobID) -> InternalError {
        InternalError("\(job) depends on \(dependency), which is not in the graph")
    }

    /// Each job depends on the next one, and the last one on the first.
    static func cycle(_ jobs: [JobID]) -> InternalError {
        InternalError(
            "jobs depend on one another: \(jobs.map(\.rawValue).joined(separator: " → "))")
    }

    /// A memory or cost estimate is below 0 or not finite.
    static func invalidEstimate(_ job: JobID) -> InternalError {
        InternalError("\(job) states a memory or cost that is negative or not finite")
    }

    /// A result is not available: a missing dependency, or a handle of another graph.
    static func missingResult(of job: JobID) -> InternalError {
        InternalError("the result of \(job) is not available: declare it as a dependency")
    }
}
