import JobModel
import JobQueue

/// Tells people what becomes of jobs.
struct JobTeller {
    private static let interval = Duration.milliseconds(500)
    /// Rounds from one look for obstacles to the next: 5 s, as counting a large queue takes a while.
    private static let patience = 10

    private let store: any QueueStore

    init(_ store: any QueueStore) { self.store = store }

    /// Waits for the end of all jobs; what happens until then is told on standard error, as it comes.
    ///
    /// - Parameter jobs: Renewed as they are seen, so they are as they stand where the wait ends early.
    /// - Throws: `CancellationError`; `QueueError` if the queue cannot be asked, or has forgotten a job.
    func wait(for jobs: inout [JobRecord]) async throws {
        var trails = jobs.map { JobTrail($0.id, in: store) }
        var obstacles = WaitObstacles()
        var round = 0
        while jobs.contains(where: { !$0.state.isFinal }) {
            if round % Self.patience == 0 {
                let stats = try await store.stats()
                for line in obstacles.news(
                    silences: stats.workers.map(\.silence), isPaused: stats.isPaused)
                {
                    Console.shared.print("vtranscode: \(line)")
                }
            }
            round += 1
            for index in jobs.indices where !jobs[index].state.isFinal {
                guard let (job, news) = try await trails[index].look() else {
                    throw QueueError(
                        .noSuchJob, jobs[index].id.text, "the queue has forgotten this job",
                        advice: "look for its package")
                }
                let name = jobs.count > 1 ? "\(job.id)  " : ""
                for event in news { Console.shared.print(name + event.text) }
                jobs[index] = job
            }
            if jobs.allSatisfy(\.state.isFinal) { return }
            try await Task.sleep(for: Self.interval)
        }
    }

    /// A line for each event and each step of progress, until the job has ended.
    func follow(_ id: JobID, isJSON: Bool) async throws {
        var trail = JobTrail(id, in: store, every: Self.interval)
        while let (_, news) = try await trail.look() {
            for event in news { StandardStream.output.print(isJSON ? try event.json : event.text) }
        }
    }
}
