/// Jobs and the order that their dependencies demand; a value, run by a `Runner`.
///
/// Jobs may be added in any order, so a dependency may come after the job that waits for it.
public struct JobGraph: Sendable {
    typealias Work = @Sendable (JobContext) async throws -> any Sendable

    /// What each job asks for, in the order of adding.
    public private(set) var demands: [JobDemand] = []

    private(set) var work: [JobID: Work] = [:]

    public init() {}

    /// Adds a job and returns the key to its result.
    ///
    /// - Throws: `JobGraphError.duplicate` if a job of that name is there already.
    @discardableResult
    public mutating func add<Added: Job>(
        _ job: Added
    ) throws(JobGraphError) -> JobHandle<Added.Output> {
        let id = job.id
        guard work[id] == nil else { throw .duplicate(id) }
        demands.append(
            JobDemand(
                id: id,
                dependencies: job.dependencies,
                peakMemory: job.peakMemory,
                cost: job.cost
            )
        )
        work[id] = { context in try await job.run(in: context) }
        return JobHandle(id: id)
    }

    /// The graph's order, checked.
    ///
    /// - Throws: What makes the graph impossible to run: see `JobGraphError`.
    public func shape() throws(JobGraphError) -> GraphShape { try GraphShape(demands) }
}
