import Foundation
import JobQueue
import StatusServer

/// Waits for what becomes of jobs.
struct JobFollower {
    private let store: any QueueStore

    init(_ store: any QueueStore) { self.store = store }

    /// The jobs as they ended.
    func ends(of jobs: [JobRecord]) async throws -> [JobRecord] {
        var ended: [JobRecord] = []
        for job in jobs {
            var current = job
            while !current.state.isFinal {
                try await Task.sleep(for: .milliseconds(500))
                guard let found = try await store.job(job.id) else { break }
                current = found
            }
            ended.append(current)
        }
        return ended
    }

    /// A line for each event and each step of progress, until the job has ended.
    func follow(_ id: JobID, isJSON: Bool) async throws {
        var (sequence, percent) = (Int64(0), -1)
        while true {
            // Read before the events: one that ends the job is then among them.
            guard let job = try await store.job(id) else { return }
            for event in try await store.events(of: id, after: sequence, limit: 100) {
                sequence = event.sequence
                try print(JobEventRecord(event), isJSON)
            }
            let view = JobView(job)
            if job.state == .processing, view.progress != percent {
                percent = view.progress
                try print(JobEventRecord(job, view), isJSON)
            }
            if job.state.isFinal { return }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func print(_ record: JobEventRecord, _ isJSON: Bool) throws {
        StandardStream.output.print(isJSON ? try record.line : record.text)
    }
}
