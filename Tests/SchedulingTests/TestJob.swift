import Scheduling

/// A job that executes a closure.
struct TestJob<Output: Sendable>: Job {
    let id: JobID
    var dependencies: Set<JobID> = []
    var peakMemory = 1
    var cost = 1.0
    let operation: @Sendable (JobContext) async throws -> Output

    func run(in context: JobContext) async throws -> Output { try await operation(context) }
}

struct TestError: Error, Equatable {}
