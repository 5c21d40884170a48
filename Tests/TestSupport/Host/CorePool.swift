import Foundation

/// The host's cores, which tests reserve for the programs that they start.
///
/// Requests are served in their order, so tests that need all cores do not starve.
public actor CorePool {
    public static let shared = CorePool(ProcessInfo.processInfo.activeProcessorCount)

    public nonisolated let count: Int
    private var free: Int
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    public init(_ count: Int) {
        self.count = count
        free = count
    }

    /// Runs `body` with `wanted` reserved cores, at most all of them.
    ///
    /// Calls must not be nested: the inner one could wait for the outer one.
    public nonisolated func reserving<Result>(
        _ wanted: Int,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let count = min(wanted, count)
        await reserve(count)
        do {
            let result = try await body()
            await release(count)
            return result
        } catch {
            await release(count)
            throw error
        }
    }

    private func reserve(_ count: Int) async {
        if waiting.isEmpty, free >= count {
            free -= count
        } else {
            await withCheckedContinuation { waiting.append((count, $0)) }
        }
    }

    private func release(_ count: Int) {
        free += count
        while let next = waiting.first, free >= next.count {
            free -= next.count
            waiting.removeFirst().continuation.resume()
        }
    }
}
