/// What ran when in a completed graph, for the manifest and for finding what made it slow.
public struct RunReport: Hashable, Sendable, Codable {
    /// In the order in which the jobs were added.
    public let jobs: [JobTiming]

    /// The chain of dependent jobs with the largest sum of measured durations, first to last.
    ///
    /// With any number of cores the graph would not have taken less than this chain.
    public let criticalPath: [JobID]

    /// The sum of the durations along the critical path, in seconds.
    public let criticalSeconds: Double

    /// The sum of all jobs' durations, in seconds.
    public let busySeconds: Double

    /// From the start to the end of the run, in seconds.
    public let wallSeconds: Double

    /// Times are seconds since the start of the run.
    init(_ shape: GraphShape, runs: [JobID: (started: Double, ended: Double)], wall: Double) {
        jobs = shape.jobs.map { job in
            let run = runs[job.id] ?? (0, 0)
            return JobTiming(
                id: job.id,
                queued: job.dependencies.lazy.compactMap { runs[$0]?.ended }.max() ?? 0,
                started: run.started,
                ended: run.ended,
                peakMemory: job.peakMemory
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
