/// A result was asked for that is not there: a missing dependency, or a handle of another graph.
public struct MissingResultError: Error, Hashable, Sendable, CustomStringConvertible {
    public let job: JobID

    public var description: String { "there is no result of \(job) here: is it a dependency?" }
}
