import JobModel
import JobQueue
import StatusServer

/// How far a job's story has been told.
struct JobTrail {
    private var follower: JobFollower
    private var percent: Int?

    init(_ id: JobID, in store: any QueueStore, every pause: Duration = .zero) {
        follower = JobFollower(id, in: store, every: pause)
    }

    /// Looks at the job again.
    ///
    /// - Returns: The job, and what has happened since the look before: events, then how far it is; `nil` if there is no more to come.
    mutating func look() async throws -> (job: JobRecord, news: [JobEventPayload])? {
        guard let look = try await follower.next() else { return nil }
        var news = look.events.map { JobEventPayload($0) }
        if let progress = look.running.map(JobEventPayload.init(progressOf:)),
            progress.progress != percent
        {
            percent = progress.progress
            news.append(progress)
        }
        return (look.job, news)
    }
}
