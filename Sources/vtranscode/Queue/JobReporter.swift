import JobModel
import JobQueue

/// Reports the events and progress of jobs.
struct JobReporter {
    private static let interval = Duration.milliseconds(500)
    /// The number of polls between two checks for obstacles, 5 s: counting a large queue takes a while.
    private static let pollsPerCheck = 10

    private let store: any QueueStore

    init(_ store: any QueueStore) { self.store = store }

    /// Waits for the end of all jobs, and prints their events to standard error.
    ///
    /// - Parameter jobs: The jobs, which are updated in place, also if the wait ends early.
    /// - Throws: `CancellationError`; `QueueError` if the queue is unavailable or a job was deleted.
    func wait(for jobs: inout [JobRecord]) async throws {
        var updates = jobs.map { JobUpdates($0.id, in: store) }
        var obstacles = WaitObstacles()
        var poll = 0
        while jobs.contains(where: { !$0.state.isFinal }) {
            if poll % Self.pollsPerCheck == 0 { try await report(&obstacles) }
            poll += 1
            for index in jobs.indices where !jobs[index].state.isFinal {
                guard let (job, events) = try await updates[index].next() else {
                    throw QueueError(
                        .noSuchJob, jobs[index].id.text, "the job was deleted",
                        advice: "check whether its package exists")
                }
                let name = jobs.count > 1 ? "\(job.id)  " : ""
                for event in events { Console.shared.print(name + event.text) }
                jobs[index] = job
            }
            if jobs.allSatisfy(\.state.isFinal) { return }
            try await Task.sleep(for: Self.interval)
        }
    }

    /// Prints a line for each event and each step of progress until the job has ended, and obstacles to standard error.
    func follow(_ id: JobID, isJSON: Bool) async throws {
        var updates = JobUpdates(id, in: store, every: Self.interval)
        var obstacles = WaitObstacles()
        var poll = 0
        while let (job, events) = try await updates.next() {
            for event in events {
                StandardStream.output.print(isJSON ? try event.payload.json : event.text)
            }
            if !job.state.isFinal, poll % Self.pollsPerCheck == 0 { try await report(&obstacles) }
            poll += 1
        }
    }

    /// Prints new conditions in which jobs do not start to standard error.
    private func report(_ obstacles: inout WaitObstacles) async throws {
        let stats = try await store.stats()
        let lines = obstacles.update(
            heartbeatAges: stats.workers.map(\.heartbeatAge), isPaused: stats.isPaused)
        for line in lines { Console.shared.print("vtranscode: \(line)") }
    }
}
