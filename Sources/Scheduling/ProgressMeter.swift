import Synchronization

/// Sums the fractions of a graph's jobs and reports each increase.
final class ProgressMeter: Sendable {
    private struct State {
        var fractions: [JobID: Double] = [:]
        var done = 0.0
        var reported = 0.0
        var isOpen = true
    }

    private let weights: [JobID: Double]
    private let state = Mutex(State())
    private let handler: @Sendable (GraphProgress) -> Void

    init(_ shape: GraphShape, handler: @escaping @Sendable (GraphProgress) -> Void) {
        let total = shape.totalCost
        let even = 1 / Double(max(1, shape.jobs.count))
        weights = shape.indexes.mapValues { index in
            total > 0 ? shape.jobs[index].cost / total : even
        }
        self.handler = handler
    }

    /// Raises a job's fraction; the handler runs under the lock, so that calls come in order.
    func report(_ fraction: Double, of job: JobID) {
        guard let weight = weights[job], fraction > 0 else { return }
        let fraction = min(fraction, 1)
        state.withLock { state in
            let before = state.fractions[job] ?? 0
            guard state.isOpen, fraction > before else { return }
            state.fractions[job] = fraction
            state.done += weight * (fraction - before)
            // By rounding, the sum of many small steps may exceed 1 or stay below it.
            state.reported = max(state.reported, min(state.done, 1))
            handler(GraphProgress(fraction: state.reported, jobs: state.fractions))
        }
    }

    /// Reports 1 for a completed graph, and ignores later reports.
    func complete() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            handler(GraphProgress(fraction: 1, jobs: state.fractions))
        }
    }

    /// Ignores later reports of a graph that failed or was cancelled.
    func close() { state.withLock { $0.isOpen = false } }
}
