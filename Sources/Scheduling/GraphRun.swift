/// What a runner keeps of one graph while it runs.
struct GraphRun {
    let graph: JobGraph
    let shape: GraphShape
    let meter: ProgressMeter

    /// In seconds on the runner's clock, like the times of the jobs.
    let added: Double

    /// Called when the graph goes on.
    let onLife: (@Sendable () -> Void)?

    var continuation: CheckedContinuation<GraphOutcome, Never>?
    var tasks: [JobID: Task<Void, Never>] = [:]
    var started: [JobID: Double] = [:]
    var ended: [JobID: Double] = [:]
    var results: [JobID: any Sendable] = [:]
    var failures: [JobID: any Error] = [:]

    /// What a job may use; `onPulse` is called whenever it shows that it goes on.
    func context(
        of job: JobID, pool: BlockingPool, onPulse: @escaping @Sendable () -> Void
    ) -> JobContext {
        let dependencies = shape.indexes[job].map { shape.jobs[$0].dependencies } ?? []
        var available: [JobID: any Sendable] = [:]
        for dependency in dependencies { available[dependency] = results[dependency] }
        return JobContext(
            results: JobResults(available),
            pool: pool,
            progress: { [meter] fraction in meter.report(fraction, of: job) },
            life: { [onLife] in
                onLife?()
                onPulse()
            }
        )
    }

    func result(_ outcome: GraphOutcome, at time: Double) throws -> GraphResult {
        switch outcome {
        case .completed:
            return GraphResult(results: JobResults(results), report: report(at: time))
        case .failed(let job):
            throw JobError(job: job, underlying: failures[job] ?? CancellationError())
        case .cancelled:
            throw CancellationError()
        }
    }

    private func report(at time: Double) -> RunReport {
        var runs: [JobID: (started: Double, ended: Double)] = [:]
        for (job, ended) in ended {
            guard let started = started[job] else { continue }
            runs[job] = (started - added, ended - added)
        }
        return RunReport(shape, runs: runs, wall: time - added)
    }
}
