import JobQueue
import StatusServer

/// Tells people what becomes of jobs.
struct JobTeller {
    private let store: any QueueStore

    init(_ store: any QueueStore) { self.store = store }

    /// The jobs as they ended; what happens until then is told on standard error.
    func ends(of jobs: [JobRecord]) async throws -> [JobRecord] {
        if jobs.contains(where: { !$0.state.isFinal }) { try await sayWhatIsAmiss() }
        var ended: [JobRecord] = []
        for job in jobs {
            let name = jobs.count > 1 ? "\(job.id)  " : ""
            if !job.state.isFinal {
                try await follow(job.id) { Console.shared.print(name + $0.text) }
            }
            ended.append(try await store.job(job.id) ?? job)
        }
        return ended
    }

    /// Nothing would be heard of the jobs, for a reason that is known.
    private func sayWhatIsAmiss() async throws {
        let stats = try await store.stats()
        if stats.workers.isEmpty {
            Console.shared.print(
                "vtranscode: no worker is running; jobs wait for one: vtranscode worker")
        }
        if stats.isPaused {
            Console.shared.print(
                "vtranscode: the queue is paused; jobs wait for: vtranscode queue resume")
        }
    }

    /// A line for each event and each step of progress, until the job has ended.
    func follow(_ id: JobID, isJSON: Bool) async throws {
        try await follow(id) {
            StandardStream.output.print(isJSON ? try $0.json : $0.text)
        }
    }

    private func follow(_ id: JobID, tell: (EventView) throws -> Void) async throws {
        var follower = JobFollower(id, in: store, every: .milliseconds(500))
        var percent: Int?
        while let look = try await follower.next() {
            for event in look.events { try tell(EventView(event)) }
            if let progress = look.running.map(EventView.init(progressOf:)),
                progress.progress != percent
            {
                percent = progress.progress
                try tell(progress)
            }
        }
    }
}
