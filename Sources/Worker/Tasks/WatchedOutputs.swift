internal import Dispatch
internal import Synchronization
internal import Transcoding

/// Whether there is room where packages go.
final class WatchedOutputs: Sendable {
    /// Bytes that must be free.
    private let least: Int64
    /// When a task last came for each.
    private let outputs = Mutex<[String: ContinuousClock.Instant]>([:])
    /// How long one is thought of after that.
    private let memory: Duration

    init(least: Int64, memory: Duration = .seconds(60)) {
        self.least = least
        self.memory = memory
    }

    /// Says why nothing should be begun for a folder; `nil` if there is room.
    func shortage(of output: String) async -> String? {
        outputs.withLock { $0[output] = .now }
        return await shortage(ofAll: [output])
    }

    /// Says why nothing should be begun at all: there is no room wherever tasks came for in the last minute.
    ///
    /// One full disk keeps no task from another. A minute later one task is let through again, since others may wait behind it.
    func shortage() async -> String? {
        let recent = outputs.withLock { outputs in
            outputs = outputs.filter { $0.value.duration(to: .now) < memory }
            return outputs.keys.sorted()
        }
        return await shortage(ofAll: recent)
    }

    /// Looks on a thread of its own: a file server that has gone makes nobody wait but who asks.
    private func shortage(ofAll outputs: [String]) async -> String? {
        let least = least
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var found: String?
                for output in outputs {
                    // One that cannot be looked at now is its tasks' business.
                    guard let free = try? OutputSpace.freeBytes(output), free < least else {
                        return continuation.resume(returning: nil)
                    }
                    let (megabytes, wanted) = (free / 1_000_000, least / 1_000_000)
                    found = found ?? "\(output) has \(megabytes) MB free, less than \(wanted) MB"
                }
                continuation.resume(returning: found)
            }
        }
    }
}
