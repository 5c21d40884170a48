internal import Synchronization

/// An event that happens once; any number of tasks wait for it.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var count = 0
    }
    private let state = Mutex(State())

    package init() {}

    package var isOpen: Bool { state.withLock(\.isOpen) }

    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the latch is open or the task is cancelled.
    package func wait() async {
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
    package func wait(until deadline: ContinuousClock.Instant) async -> Bool {
        _ = try? await withTimeout(until: deadline) { await self.wait() }
        return isOpen
    }
}
