internal import Scheduling
internal import Synchronization
internal import Transcoding

/// Whether there is room where packages go.
final class WatchedOutputs: Sendable {
    /// A look at a folder that has not ended yet.
    private struct Look {
        let began = ContinuousClock.now
        let freeBytes: Task<Int64?, Never>
    }
    /// Threads of their own: a file server that has gone makes nobody wait but who asks.
    private static let files = BlockingPool(label: "vtranscode.outputs")

    /// Bytes that must be free.
    private let least: Int64
    /// When a task last came for each.
    private let outputs = Mutex<[String: ContinuousClock.Instant]>([:])
    private let looks = Mutex<[String: Look]>([:])
    /// How long one is thought of after that.
    private let memory: Duration
    /// How long a look is waited for, however many ask.
    private let patience: Duration
    private let measure: @Sendable (String) throws -> Int64

    init(
        least: Int64, memory: Duration = .seconds(60), patience: Duration = .seconds(5),
        measure: @escaping @Sendable (String) throws -> Int64 = { try OutputSpace.freeBytes($0) }
    ) {
        self.least = least
        self.memory = memory
        self.patience = patience
        self.measure = measure
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

    private func shortage(ofAll outputs: [String]) async -> String? {
        var found: String?
        for output in outputs {
            // One that cannot be looked at now is its tasks' business.
            guard let free = await freeBytes(output), free < least else { return nil }
            // How much there is exactly changes all the time, and would be news each time.
            found = found ?? "\(output) has less than \(least / 1_000_000) MB free"
        }
        return found
    }

    /// `nil` if that cannot be told, or not soon: a look that hangs is waited for once, and by no second one.
    private func freeBytes(_ output: String) async -> Int64? {
        let look = looks.withLock { looks in
            if let look = looks[output] { return look }
            let look = Look(freeBytes: Task { await self.look(at: output) })
            looks[output] = look
            return look
        }
        return try? await within(look.began + patience) { await look.freeBytes.value } ?? nil
    }

    private func look(at output: String) async -> Int64? {
        let measure = measure
        let free = try? await Self.files.run { _ in try measure(output) }
        looks.withLock { $0[output] = nil }
        return free
    }
}
