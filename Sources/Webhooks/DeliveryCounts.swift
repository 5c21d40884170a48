internal import Synchronization

/// Counters of a process's delivery attempts since its start.
public final class DeliveryCounts: Sendable {
    public struct Snapshot: Sendable, Hashable {
        /// Attempts that the receiver accepted.
        public internal(set) var delivered = 0
        /// Attempts that failed.
        public internal(set) var undelivered = 0
    }

    private let counts = Mutex(Snapshot())

    public init() {}

    public var snapshot: Snapshot { counts.withLock(\.self) }

    func change(_ body: (inout Snapshot) -> Void) { counts.withLock { body(&$0) } }
}
