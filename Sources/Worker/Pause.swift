internal import Synchronization

/// A wait that others can end early.
final class Pause: Sendable {
    private struct State {
        var sleeper: Task<Void, Never>?
        /// Somebody called while nobody slept: the next wait is none.
        var isCalled = false
    }
    private let state = Mutex(State())

    /// Waits for some seconds, until `end()`, or until the task is cancelled.
    func wait(_ seconds: Double) async {
        let sleeper = state.withLock { state -> Task<Void, Never>? in
            if state.isCalled {
                state.isCalled = false
                return nil
            }
            let task = Task { _ = try? await Task.sleep(for: .seconds(seconds)) }
            state.sleeper = task
            return task
        }
        await withTaskCancellationHandler {
            await sleeper?.value
        } onCancel: {
            sleeper?.cancel()
        }
        state.withLock { $0.sleeper = nil }
    }

    /// Ends the wait, or the next one if nobody waits.
    func end() {
        state.withLock { state in
            if let sleeper = state.sleeper { sleeper.cancel() } else { state.isCalled = true }
        }
    }
}
