internal import Synchronization

/// Liveness signals of graphs, which are sent also while there is no progress.
public enum Liveness {
    /// The handler for graphs that the current Swift task runs; called often, and from any thread.
    ///
    /// A graph sends a signal when one of its jobs starts, ends, reports progress or liveness; while none of its jobs runs,
    /// also when a job of another graph does, for which it waits.
    @TaskLocal public static var handler: (@Sendable () -> Void)?
}

/// A rate limit of one event per second.
final class RateLimit: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    /// Whether a second has passed since this property was last true.
    var isDue: Bool {
        last.withLock { last in
            if let last, last.duration(to: .now) < .seconds(1) { return false }
            last = .now
            return true
        }
    }
}
