import Foundation

/// Who may use the cores now: tests run all at once, the programs that they start do not.
///
/// Places are given in the order asked for, so a test that needs the whole machine gets its turn.
public actor MachineShare {
    public static let cores = MachineShare(places: ProcessInfo.processInfo.activeProcessorCount)

    public nonisolated let places: Int
    private var free: Int
    private var waiting: [(places: Int, turn: CheckedContinuation<Void, Never>)] = []

    public init(places: Int) {
        self.places = places
        self.free = places
    }

    /// Runs `body` while holding so many places; all of them at most.
    ///
    /// Do not nest: a body that asks again may wait for itself.
    public nonisolated func holding<Result>(
        _ wanted: Int,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let count = min(wanted, places)
        await take(count)
        do {
            let result = try await body()
            await give(count)
            return result
        } catch {
            await give(count)
            throw error
        }
    }

    private func take(_ count: Int) async {
        if waiting.isEmpty, free >= count {
            free -= count
        } else {
            await withCheckedContinuation { waiting.append((count, $0)) }
        }
    }

    private func give(_ count: Int) {
        free += count
        while let next = waiting.first, free >= next.places {
            free -= next.places
            waiting.removeFirst().turn.resume()
        }
    }
}
