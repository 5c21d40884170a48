internal import Synchronization

/// A timed wait of one Swift task that others can end early.
public final class Pause: Sendable {
    private enum State {
        case idle
        /// Ended while no task waited, so that the next wait returns at once.
        case ended
        case waiting(CheckedContinuation<Void, Never>)
    }
    private let state = Mutex(State.idle)

    /// Creates a pause that no task waits in.
    public init() {}

    /// Waits for a number of seconds, until `end()`, or until the task is cancelled.
    public func wait(_ seconds: Double) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
            group.addTask { await self.untilEnded() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Ends the wait, or the next one if no task waits.
    public func end() { resume(else: .ended) }

    private func untilEnded() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .ended = state {
                        state = .idle
                        return true
                    }
                    guard !Task.isCancelled else { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            resume(else: nil)
        }
    }

    /// Resumes the waiting task; without one, changes the state.
    private func resume(else other: State?) {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            if case .waiting(let continuation) = state {
                state = .idle
                return continuation
            }
            if let other { state = other }
            return nil
        }
        waiting?.resume()
    }
}
