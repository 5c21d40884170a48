/// One node of a job graph: it takes values, gives a value, and says beforehand what it will cost.
///
/// The estimates are read once, when the job is added to its graph.
public protocol Job<Output>: Sendable {
    associatedtype Output: Sendable

    /// The job's name, unique in its graph.
    var id: JobID { get }

    /// The jobs of the same graph that must have ended before this one starts.
    var dependencies: Set<JobID> { get }

    /// The most memory that the job will hold at any moment, in bytes, at least 0.
    var peakMemory: Int { get }

    /// The CPU time that the job is expected to take, in seconds, at least 0 and finite.
    var cost: Double { get }

    /// Does the work; whatever blocks belongs inside `context.blocking`.
    func run(in context: JobContext) async throws -> Output
}
