internal import MediaUnits
package import Presets
internal import Synchronization

/// What all work on one upload may take together: the preset's limits on memory and time.
///
/// Pieces that run side by side may each take what is left, so that the sum can exceed it by that of the jobs in flight.
package final class WorkBudget: Sendable {
    /// Bytes that one artifact of work may hold.
    package let memory: Int
    /// Bytes of what one artifact of work may write: twice what a package may have, since artifacts are not packed as tightly.
    let folderSize: Int
    /// CPU seconds.
    private let time: Double
    private let spent = Mutex(0.0)
    /// What other processes spend on the upload.
    private let shared: SpentTime?

    /// The budget of an upload, perhaps shared with other processes that work on it.
    package init(_ limits: Limits = Limits(), sharedBy shared: SpentTime? = nil) {
        memory = limits.memory.bytes
        folderSize = limits.output.map { 2 * min($0.bytes, 1 << 60) } ?? .max
        time = limits.time?.doubleValue ?? .infinity
        self.shared = shared
    }

    /// CPU seconds, rounded up; `nil` if there are none.
    var cpuSecondsLeft: Int? {
        // A folder that cannot be read, or is gone, keeps the work from being done at all: its error says more.
        let elsewhere = time.isFinite ? (try? shared?.elsewhere()) ?? 0 : 0
        let left = time - elsewhere - spent.withLock(\.self)
        return left > 0 ? Int(min(left, 1e9).rounded(.up)) : nil
    }

    package func spend(_ cpuSeconds: Double) {
        let sum = spent.withLock { spent in
            spent += cpuSeconds
            return spent
        }
        try? shared?.tell(sum)
    }
}
