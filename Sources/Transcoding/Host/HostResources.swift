internal import Foundation

/// The host's resources that this process may use.
package struct HostResources: Hashable, Sendable {
    /// The number of cores, at least 1.
    package let cores: Int
    /// The memory, in bytes.
    package let memory: Int

    /// The memory that jobs may state together, in bytes: 60 %, chosen to leave space for the page
    /// cache, through which uploads are read.
    package var memoryBudget: Int { memory / 10 * 6 }

    /// The current resources, read once: the parser uses them as a default hundreds of times.
    package static let current: HostResources = {
        let process = ProcessInfo.processInfo
        let limits = ContainerLimits.current
        let physical = Int(clamping: process.physicalMemory)
        return HostResources(
            cores: max(1, min(process.activeProcessorCount, limits.cores ?? .max)),
            memory: min(physical, limits.memory ?? .max))
    }()
}
