internal import Synchronization

/// Runs a body until a deadline.
///
/// - Parameters:
///   - deadline: The time at which the body is cancelled.
///   - body: A body that ends soon after its cancellation, such as the wait for a latch.
/// - Returns: The body's output; `nil` after the deadline, or if the caller is cancelled.
/// - Throws: The body's error.
func withTimeout<Output: Sendable>(
    until deadline: ContinuousClock.Instant,
    _ body: @escaping @Sendable () async throws -> Output
) async throws -> Output? {
    try await withThrowingTaskGroup(of: Output?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try? await Task.sleep(until: deadline)
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}

/// An event that happens once; any number of tasks wait for it.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var count = 0
    }
    private let state = Mutex(State())

    var isOpen: Bool { state.withLock(\.isOpen) }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the latch is open or the task is cancelled.
    func wait() async {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !state.isOpen, !Task.isCancelled else { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    /// Waits until the latch is open, a deadline or the task's cancellation.
    ///
    /// - Returns: Whether the latch is open.
    func wait(until deadline: ContinuousClock.Instant) async -> Bool {
        _ = try? await withTimeout(until: deadline) { await self.wait() }
        return isOpen
    }
}
