import JobQueue

/// The conditions in which jobs do not start, each reported once while it lasts.
struct WaitObstacles {
    private var reported: Set<String> = []

    /// Updates the conditions.
    ///
    /// - Parameters:
    ///   - heartbeatAges: The seconds since each worker's last heartbeat; workers with an expired lease are ignored.
    ///   - isPaused: Whether the queue is paused.
    /// - Returns: New conditions, as sentences.
    mutating func update(heartbeatAges: [Double], isPaused: Bool) -> [String] {
        var present: [String] = []
        if !heartbeatAges.contains(where: { $0 <= QueuePolicy().leaseDuration }) {
            present.append("no worker is running; start one with vtranscode worker")
        }
        if isPaused {
            present.append("the queue is paused; resume it with vtranscode queue resume")
        }
        defer { reported = Set(present) }
        return present.filter { !reported.contains($0) }
    }
}
