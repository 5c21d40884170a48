import Foundation

/// What this process may use of the machine that it runs on.
struct Machine: Hashable {
    /// Cores, at least 1.
    let cores: Int
    /// Bytes of memory.
    let memory: Int

    /// What jobs may state together: 60 %, chosen to leave room for the page cache, which the
    /// uploads are read through.
    var memoryBudget: Int { memory / 10 * 6 }

    /// Looked at once: the parser asks for it, as a default, hundreds of times.
    static let current: Machine = {
        let process = ProcessInfo.processInfo
        let limits = ControlGroup.current
        let physical = Int(clamping: process.physicalMemory)
        return Machine(
            cores: max(1, min(process.activeProcessorCount, limits.cores ?? .max)),
            memory: min(physical, limits.memory ?? .max))
    }()
}
