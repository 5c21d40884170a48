/// The inputs and callbacks of a running job.
public struct JobContext: Sendable {
    /// The results of the job's dependencies, and of no other job.
    public let results: JobResults

    private let pool: BlockingPool
    private let progress: @Sendable (Double) -> Void
    private let liveness: @Sendable () -> Void
    private let cpuTime: @Sendable (Double, [String: Double]) -> Void

    init(
        results: JobResults,
        pool: BlockingPool,
        progress: @escaping @Sendable (Double) -> Void,
        liveness: @escaping @Sendable () -> Void,
        cpuTime: @escaping @Sendable (Double, [String: Double]) -> Void
    ) {
        self.results = results
        self.pool = pool
        self.progress = progress
        self.liveness = liveness
        self.cpuTime = cpuTime
    }

    /// Runs a blocking body on a thread of its own; its flag is set when the job is cancelled.
    ///
    /// - Throws: `CancellationError` if the body threw any error after the job was cancelled; else the error of the body.
    public func blocking<Output: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws -> Output
    ) async throws -> Output {
        try await pool.run(body)
    }

    /// Reports the fraction of this job that is done, 0...1; may be called from any thread.
    ///
    /// A fraction below an earlier one, or NaN, is ignored. Each report is a liveness signal.
    public func report(_ fraction: Double) {
        progress(fraction)
        liveness()
    }

    /// Adds CPU time of this job's processes to its report, and the parts of known stages of it, all in seconds; may be called
    /// from any thread.
    public func report(cpuSeconds: Double, stages: [String: Double] = [:]) {
        cpuTime(cpuSeconds, stages)
    }

    /// Sends a liveness signal without progress; may be called often, from any thread.
    public func reportLiveness() { liveness() }
}
