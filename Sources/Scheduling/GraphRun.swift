/// The state of one graph in a runner.
struct GraphRun {
    let graph: JobGraph
    let shape: GraphShape
    let meter: ProgressMeter
    private let cpuTimes = CPUTimes()

    /// The time of adding the graph, in seconds on the runner's clock, like the times of the jobs.
    let added: Double

    /// Called for each liveness signal of the graph.
    let onLiveness: (@Sendable () -> Void)?

    var continuation: CheckedContinuation<GraphOutcome, Never>?
    var tasks: [JobID: Task<Void, Never>] = [:]
    var started: [JobID: Double] = [:]
    var ended: [JobID: Double] = [:]
    var results: [JobID: any Sendable] = [:]
    var failures: [JobID: any Error] = [:]

    /// Returns the context of a job; `onLiveness` is called for each liveness signal of the job.
    func context(
        of job: JobID, pool: BlockingPool, onLiveness onJobLiveness: @escaping @Sendable () -> Void
    ) -> JobContext {
        let dependencies = shape.indexes[job].map { shape.jobs[$0].dependencies } ?? []
        var available: [JobID: any Sendable] = [:]
        for dependency in dependencies { available[dependency] = results[dependency] }
        return JobContext(
            results: JobResults(available),
            pool: pool,
            progress: { [meter] fraction in meter.report(fraction, of: job) },
            liveness: { [onLiveness] in
                onLiveness?()
                onJobLiveness()
            },
            cpuTime: { [cpuTimes] in cpuTimes.add($0, $1, of: job) }
        )
    }

    func result(_ outcome: GraphOutcome, at time: Double) throws -> GraphResult {
        switch outcome {
        case .completed:
            return GraphResult(results: JobResults(results), report: report(at: time))
        case .failed(let job):
            throw JobError(job: job, cause: failures[job] ?? CancellationError())
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
        return RunReport(
            shape, runs: runs, cpuTimes: cpuTimes.all, wall: time - added)
    }
}
