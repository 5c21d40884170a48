internal import Synchronization
internal import Transcoding

/// Whether there is room where packages go.
final class WatchedOutputs: Sendable {
    /// Bytes that must be free.
    private let least: Int64
    private let outputs: Mutex<Set<String>>

    init(_ outputs: [String], least: Int64) {
        self.least = least
        self.outputs = Mutex(Set(outputs))
    }

    /// Looks at a folder from now on, too.
    func watch(_ output: String) { outputs.withLock { _ = $0.insert(output) } }

    /// Says where there is too little room; `nil` if there is enough everywhere.
    func shortage() -> String? {
        for output in outputs.withLock({ $0.sorted() }) {
            // One that cannot be looked at now is its tasks' business.
            guard let free = try? OutputSpace.freeBytes(output), free < least else { continue }
            return "\(output) has \(free / 1_000_000) MB free, less than \(least / 1_000_000) MB"
        }
        return nil
    }
}
