internal import MediaUnits
internal import Presets
internal import Synchronization

/// What all work on one upload may take together: the preset's limits on memory and time.
///
/// Pieces that run side by side may each take what is left, so that the sum can exceed it by that of the jobs in flight.
final class WorkBudget: Sendable {
    /// Bytes that one piece of work may hold.
    let memory: Int
    /// CPU seconds.
    private let time: Double
    private let spent = Mutex(0.0)

    init(_ limits: Limits = Limits()) {
        memory = limits.memory.bytes
        time = limits.time?.doubleValue ?? .infinity
    }

    /// CPU seconds, rounded up; `nil` if there are none.
    var cpuSecondsLeft: Int? {
        let left = time - spent.withLock(\.self)
        return left > 0 ? Int(min(left, 1e9).rounded(.up)) : nil
    }

    func spend(_ cpuSeconds: Double) { spent.withLock { $0 += cpuSeconds } }
}
