/// The first job of a graph that failed, and why.
public struct JobFailure: Error, Sendable, CustomStringConvertible {
    public let job: JobID
    public let underlying: any Error

    public init(job: JobID, underlying: any Error) {
        self.job = job
        self.underlying = underlying
    }

    public var description: String { "\(job): \(underlying)" }
}
