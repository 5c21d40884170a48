public import Errors

/// Jobs with their dependencies; a value that a `Runner` executes.
///
/// Jobs may be added in any order, so a dependency may be added after its dependents.
public struct JobGraph: Sendable {
    typealias Operation = @Sendable (JobContext) async throws -> any Sendable

    /// The demands of the jobs, in the order of adding.
    public private(set) var demands: [JobDemand] = []

    private(set) var operations: [JobID: Operation] = [:]

    /// Creates an empty graph.
    public init() {}

    /// Adds a job and returns the handle of its result.
    ///
    /// - Throws: `InternalError` if the graph has a job of that name.
    @discardableResult
    public mutating func add<Added: Job>(
        _ job: Added
    ) throws(InternalError) -> JobHandle<Added.Output> {
        let id = job.id
        guard operations[id] == nil else { throw .duplicate(id) }
        demands.append(
            JobDemand(
                id: id,
                dependencies: job.dependencies,
                peakMemory: job.peakMemory,
                cost: job.cost,
                isEarly: job.isEarly
            )
        )
        operations[id] = { context in try await job.run(in: context) }
        return JobHandle(id: id)
    }

    /// Validates the graph.
    ///
    /// - Throws: `InternalError`, for the first problem.
    public func shape() throws(InternalError) -> GraphShape { try GraphShape(demands) }
}
