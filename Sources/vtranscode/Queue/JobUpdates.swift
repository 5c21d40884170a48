import JobModel
import JobQueue
import StatusServer

/// The events and progress of one job, each once.
struct JobUpdates {
    private var follower: JobFollower
    private var percent: Int?

    init(_ id: JobID, in store: any QueueStore, every interval: Duration = .zero) {
        follower = JobFollower(id, in: store, every: interval)
    }

    /// Polls the job.
    ///
    /// - Returns: The job, with its new events and then its progress if that has changed; `nil` after the job's end.
    mutating func next() async throws -> (job: JobRecord, events: [FollowedEvent])? {
        guard let update = try await follower.next() else { return nil }
        var events = update.events.map { FollowedEvent($0) }
        if let progress = update.running.map(FollowedEvent.init(progressOf:)),
            progress.payload.progress != percent
        {
            percent = progress.payload.progress
            events.append(progress)
        }
        return (update.job, events)
    }
}
