/// Follows one job by polling the store, until its end.
public struct JobFollower: Sendable {
    /// The result of one poll.
    public struct Update: Sendable {
        public let job: JobRecord
        /// The events since the update before, the oldest first.
        public let events: [JobEvent]
        /// The job while its progress is current: it is processed, and no later event is known.
        public let running: JobRecord?
        /// Creates an update from a job that was read before its events; full pages may be followed by more events.
        init(_ job: JobRecord, _ events: [JobEvent], isFull: Bool) {
            self.job = job
            self.events = events
            // The job may have ended after it was read: its progress is older than the event then.
            let isOutdated = isFull || events.contains { $0.kind.isEnd }
            running = job.state == .processing && !isOutdated ? job : nil
        }
    }

    private let id: JobID
    private let store: any QueueStore
    private let pollInterval: Duration
    private var last: Int64
    private var waitsFirst = false
    private var isOver = false
    /// The number of events that are read at once.
    var page = 100

    /// Creates a follower that starts after an event.
    ///
    /// - Parameters:
    ///   - id: The job.
    ///   - store: The job's store.
    ///   - last: The sequence number of the last known event.
    ///   - pollInterval: The time between two polls.
    public init(
        _ id: JobID, in store: any QueueStore, after last: Int64 = 0, every pollInterval: Duration
    ) {
        self.id = id
        self.store = store
        self.last = last
        self.pollInterval = pollInterval
    }

    /// Polls again after the interval, or at once if the last page of events was full.
    ///
    /// - Returns: An update, which may contain no event; `nil` after the last event of a job that has ended, or if the job was
    ///   deleted.
    /// - Throws: `QueueError`, `CancellationError`.
    public mutating func next() async throws -> Update? {
        guard !isOver else { return nil }
        if waitsFirst { try await Task.sleep(for: pollInterval) }
        // The job is read before its events: if it has ended, all of them are stored.
        guard let job = try await store.job(id) else { return nil }
        let events = try await store.events(of: id, after: last, limit: page)
        last = events.last?.sequence ?? last
        let isFull = events.count == page
        waitsFirst = !isFull
        isOver = job.state.isFinal && !isFull
        return Update(job, events, isFull: isFull)
    }
}
