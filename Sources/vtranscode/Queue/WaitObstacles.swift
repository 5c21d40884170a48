import JobQueue

/// Why nothing would be heard of jobs, told each time that it becomes so.
struct WaitObstacles {
    private var told: Set<String> = []

    /// What has come to stand in the way since it was asked last.
    ///
    /// - Parameters:
    ///   - silences: Seconds since each worker was heard of; one that is to be given up does no work.
    ///   - isPaused: Whether the queue is.
    /// - Returns: Sentences.
    mutating func news(silences: [Double], isPaused: Bool) -> [String] {
        var present: [String] = []
        if !silences.contains(where: { $0 <= QueuePolicy().lease }) {
            present.append("no worker is running; jobs wait for one: vtranscode worker")
        }
        if isPaused {
            present.append("the queue is paused; jobs wait for: vtranscode queue resume")
        }
        defer { told = Set(present) }
        return present.filter { !told.contains($0) }
    }
}
