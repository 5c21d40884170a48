/// What a job may use while it runs.
public struct JobContext: Sendable {
    /// The results of the job's dependencies, and of no other job.
    public let results: JobResults

    private let pool: BlockingPool
    private let progress: @Sendable (Double) -> Void
    private let life: @Sendable () -> Void

    init(
        results: JobResults,
        pool: BlockingPool,
        progress: @escaping @Sendable (Double) -> Void,
        life: @escaping @Sendable () -> Void
    ) {
        self.results = results
        self.pool = pool
        self.progress = progress
        self.life = life
    }

    /// Runs blocking work on a thread of its own; the flag is set when the job is cancelled.
    ///
    /// - Throws: `CancellationError` if the work threw anything once the job was cancelled.
    public func blocking<Output: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws -> Output
    ) async throws -> Output {
        try await pool.run(body)
    }

    /// Says how much of this job is done, from 0 to 1; may be called from any thread.
    ///
    /// A fraction below one reported earlier, or that is not a number, changes nothing.
    public func report(_ fraction: Double) {
        progress(fraction)
        life()
    }

    /// Shows that this job goes on, where it cannot say how much of it is done; may be called often, from any thread.
    public func showLife() { life() }
}
