internal import Synchronization

/// Liveness signals of graphs, which are sent also while there is no progress.
public enum Liveness {
    /// The handler for graphs that the current Swift task runs; called often, and from any thread.
    ///
    /// A graph sends a signal when one of its jobs starts, ends, reports progress or liveness; while none of its jobs runs,
    /// also when a job of another graph does, for which it waits.
    @TaskLocal public static var handler: (@Sendable () -> Void)?
}

/// The liveness handlers of graphs that wait for jobs of other graphs.
final class WaitingGraphs: Sendable {
    private struct State {
        var handlers: [GraphID: @Sendable () -> Void] = [:]
        var lastReport: ContinuousClock.Instant?
    }
    private let state = Mutex(State())

    /// Sets the handler of a graph; `nil` if the graph does not wait.
    func set(_ handler: (@Sendable () -> Void)?, for graph: GraphID) {
        state.withLock { $0.handlers[graph] = handler }
    }

    /// Sends a liveness signal for each waiting graph.
    func report() {
        let handlers = state.withLock { Array($0.handlers.values) }
        for handler in handlers { handler() }
    }

    /// Sends liveness signals, unless this function has sent some within the last second.
    func reportIfDue() {
        let isDue = state.withLock { state in
            if let last = state.lastReport, last.duration(to: .now) < .seconds(1) { return false }
            state.lastReport = .now
            return true
        }
        if isDue { report() }
    }
}
