internal import Synchronization

/// A process's attempts to deliver events to webhooks since it began: numbers that only grow.
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
