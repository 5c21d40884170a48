/// One job of a graph: takes values, returns a value, and states its expected cost beforehand.
///
/// The estimates are read once, when the job is added to its graph.
public protocol Job<Output>: Sendable {
    associatedtype Output: Sendable

    /// The job's name, unique in its graph.
    var id: JobID { get }

    /// The jobs of the same graph that must have ended before this one starts.
    var dependencies: Set<JobID> { get }

    /// The peak of the job's memory, in bytes, at least 0.
    var peakMemory: Int { get }

    /// The expected CPU time of the job, in seconds, at least 0 and finite.
    var cost: Double { get }

    /// Whether the job starts beside the first jobs of its graph, however short its path is; false by default.
    var isEarly: Bool { get }

    /// Executes the job; blocking calls belong inside `context.blocking`.
    func run(in context: JobContext) async throws -> Output
}

extension Job {
    public var isEarly: Bool { false }
}
