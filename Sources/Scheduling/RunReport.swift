/// The times of a completed graph, for the manifest and for profiling.
public struct RunReport: Hashable, Sendable, Codable {
    /// The jobs, in the order in which they were added.
    public let jobs: [JobTiming]

    /// The path of dependent jobs with the largest sum of measured durations, first to last.
    ///
    /// The sum is a lower bound of the graph's duration with any number of cores.
    public let criticalPath: [JobID]

    /// The sum of the durations along the critical path, in seconds.
    public let criticalSeconds: Double

    /// The sum of all jobs' durations, in seconds.
    public let busySeconds: Double

    /// The duration of the run, in seconds.
    public let wallSeconds: Double

    /// Creates a report; times are seconds since the start of the run, `cpuTimes` those that jobs reported.
    init(
        _ shape: GraphShape, runs: [JobID: (started: Double, ended: Double)],
        cpuTimes: [JobID: CPUTimes.Sum] = [:], wall: Double
    ) {
        jobs = shape.jobs.map { job in
            let run = runs[job.id] ?? (0, 0)
            return JobTiming(
                id: job.id,
                queued: job.dependencies.lazy.compactMap { runs[$0]?.ended }.max() ?? 0,
                started: run.started,
                ended: run.ended,
                peakMemory: job.peakMemory,
                dependencies: job.dependencies.sorted { $0.rawValue < $1.rawValue },
                expectedCPUSeconds: job.cost,
                cpuSeconds: cpuTimes[job.id]?.seconds,
                stages: cpuTimes[job.id].flatMap { $0.stages.isEmpty ? nil : $0.stages }
            )
        }
        let durations = jobs.map(\.duration)
        let path = shape.heaviestPath(weights: durations)
        criticalPath = path.map { shape.jobs[$0].id }
        criticalSeconds = path.reduce(0) { $0 + durations[$1] }
        busySeconds = durations.reduce(0, +)
        wallSeconds = wall
    }
}
