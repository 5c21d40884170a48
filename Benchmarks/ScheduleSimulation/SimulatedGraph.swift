import Scheduling

/// The jobs of one upload, as a run reported them.
struct SimulatedGraph: Decodable {
    let jobs: [SimulatedJob]

    func shape() throws -> GraphShape {
        try GraphShape(
            jobs.map {
                JobDemand(
                    id: JobID($0.id), dependencies: Set($0.dependencies.map { JobID($0) }),
                    peakMemory: $0.peakMemory, cost: $0.expectedCPUSeconds)
            })
    }
}

struct SimulatedJob: Decodable {
    let id: String
    let dependencies: [String]
    /// The stated peak of memory, in bytes.
    let peakMemory: Int
    /// The estimate that orders jobs, in seconds.
    let expectedCPUSeconds: Double
    /// The measured CPU time, in seconds.
    let cpuSeconds: Double
    /// The most cores that the job's threads occupy; 1 for a job without threads of its own.
    let parallelism: Double
}
