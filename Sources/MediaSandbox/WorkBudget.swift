internal import MediaUnits
package import Presets
internal import Synchronization

/// The limits of a preset on memory and time, for all work on one upload together.
///
/// Work that runs in parallel may each use all that is left, so the sum can exceed the budget by that of the jobs in flight.
package final class WorkBudget: Sendable {
    /// The memory that one piece of work may use, in bytes.
    package let memory: Int
    /// The size of the files that one piece of work may write, in bytes: twice that of a package, since artifacts are packed
    /// less tightly.
    let folderSize: Int
    /// CPU seconds for all work.
    private let time: Double
    /// CPU seconds that this process has spent.
    private let spent = Mutex(0.0)
    /// The time that other processes spend on the upload; `nil` if there are none.
    private let shared: SpentTime?
    /// Called with the CPU seconds of each piece of work that terminated; `nil` for no call.
    private let onSpend: (@Sendable (Double) -> Void)?

    /// Creates the budget of an upload.
    ///
    /// - Parameters:
    ///   - limits: The limits of the preset; a missing time is unlimited.
    ///   - shared: The time that other processes spend on the upload; `nil` if there are none.
    ///   - onSpend: Called with the CPU seconds of each piece of work that terminated, from any thread; `nil` for no call.
    package init(
        _ limits: Limits = Limits(), sharedBy shared: SpentTime? = nil,
        onSpend: (@Sendable (Double) -> Void)? = nil
    ) {
        memory = limits.memory.bytes
        folderSize = limits.output.map { 2 * min($0.bytes, 1 << 60) } ?? .max
        time = limits.time?.doubleValue ?? .infinity
        self.shared = shared
        self.onSpend = onSpend
    }

    /// The CPU seconds that are left, rounded up; `nil` if there are none.
    var cpuSecondsLeft: Int? {
        // An unreadable or missing folder counts as 0: the work fails on it with an error that explains more.
        let others = time.isFinite ? (try? shared?.spentByOthers()) ?? 0 : 0
        let left = time - others - spent.withLock(\.self)
        return left > 0 ? Int(min(left, 1e9).rounded(.up)) : nil
    }

    /// Counts CPU seconds of a piece of work that terminated.
    package func spend(_ cpuSeconds: Double) {
        let sum = spent.withLock { spent in
            spent += cpuSeconds
            return spent
        }
        try? shared?.record(sum)
        onSpend?(cpuSeconds)
    }
}
