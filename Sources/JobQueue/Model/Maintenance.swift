/// The outcome of maintenance.
public struct Maintenance: Sendable, Hashable {
    /// The number of workers whose lease has expired.
    public internal(set) var expiredWorkers = 0
    /// The number of their tasks that other workers may claim.
    public internal(set) var requeuedTasks = 0
    /// The number of their tasks that reached a limit of crashes or reclaims.
    public internal(set) var failedTasks = 0
    /// The number of jobs and retries that have become due.
    public internal(set) var admitted = 0
    /// The system identifiers of PostgreSQL clusters that have taken the place of another one since the last call.
    public internal(set) var newClusters: [String] = []
}
