/// Follows one job, look by look at the store, until its end.
public struct JobFollower: Sendable {
    /// What was found.
    public struct Look: Sendable {
        public let job: JobRecord
        /// Since the look before, the oldest first.
        public let events: [JobEvent]
        /// The job, while it is processed and no more is known of it.
        public let running: JobRecord?
        /// What is found of a job that was read before its events, of which there may be more if they fill a page.
        init(_ job: JobRecord, _ events: [JobEvent], isFull: Bool) {
            self.job = job
            self.events = events
            // It may have ended between the two, and how far it was is no news behind that.
            let isBehind = isFull || events.contains { $0.kind.isEnd }
            running = job.state == .processing && !isBehind ? job : nil
        }
    }

    private let id: JobID
    private let store: any QueueStore
    private let pause: Duration
    private var last: Int64
    private var pausesFirst = false
    private var isOver = false
    /// Events that are read at once.
    var page = 100

    /// Follows a job from its first event that has a greater sequence number than one.
    ///
    /// - Parameters:
    ///   - id: The job's.
    ///   - store: Where it is.
    ///   - last: The sequence number of the last event that is known.
    ///   - pause: How long it waits between two looks.
    public init(
        _ id: JobID, in store: any QueueStore, after last: Int64 = 0, every pause: Duration
    ) {
        self.id = id
        self.store = store
        self.last = last
        self.pause = pause
    }

    /// Looks again, after a pause, unless there may be more at once.
    ///
    /// - Returns: What is there, which may be nothing new; `nil` once everything of a job that has ended is told, or it is forgotten.
    /// - Throws: `QueueError`, `CancellationError`.
    public mutating func next() async throws -> Look? {
        guard !isOver else { return nil }
        if pausesFirst { try await Task.sleep(for: pause) }
        // Read before its events: if it has ended, they are all there.
        guard let job = try await store.job(id) else { return nil }
        let events = try await store.events(of: id, after: last, limit: page)
        last = events.last?.sequence ?? last
        let isFull = events.count == page
        pausesFirst = !isFull
        isOver = job.state.isFinal && !isFull
        return Look(job, events, isFull: isFull)
    }
}
