internal import Synchronization

/// Who wants to know that graphs go on, also while they tell no progress.
public enum LifeSigns {
    /// Called for the graphs that the present task runs: often, and from any thread.
    ///
    /// A graph goes on when a job of it starts, ends, reports or shows that it goes on; and while none of its jobs runs, when
    /// another graph's does, for which it waits.
    @TaskLocal public static var handler: (@Sendable () -> Void)?
}

/// Limits how often one thing leads to another.
final class Pulse: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    /// Whether a second has passed since this was last true.
    var isDue: Bool {
        last.withLock { last in
            if let last, last.duration(to: .now) < .seconds(1) { return false }
            last = .now
            return true
        }
    }
}
