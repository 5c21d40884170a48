import Scheduling

/// A job made of a closure.
struct TestJob<Output: Sendable>: Job {
    let id: JobID
    var dependencies: Set<JobID> = []
    var peakMemory = 1
    var cost = 1.0
    let work: @Sendable (JobContext) async throws -> Output

    func run(in context: JobContext) async throws -> Output { try await work(context) }
}

struct TestError: Error, Equatable {}
