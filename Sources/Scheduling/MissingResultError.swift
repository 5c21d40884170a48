/// A result is not available: a missing dependency, or a handle of another graph.
public struct MissingResultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The job whose result is missing.
    public let job: JobID

    public var description: String {
        "the result of \(job) is not available: declare it as a dependency"
    }
}
