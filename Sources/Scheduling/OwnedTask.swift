/// A task whose owner cancels it and awaits its end.
///
/// A task group waits for its child tasks without a limit: one that a file server blocks would prevent the end of its owner. The
/// owner of such a task awaits it up to a deadline instead.
package final class OwnedTask<Output: Sendable>: Sendable {
    private let task: Task<Output, any Error>
    private let end = Latch()

    /// Starts a task.
    package init(_ body: @escaping @Sendable () async throws -> Output) {
        let end = end
        task = Task {
            defer { end.open() }
            return try await body()
        }
    }

    package func cancel() { task.cancel() }

    /// The output, however long that takes; the caller's cancellation does not cancel the task.
    package var value: Output { get async throws { try await task.value } }

    /// Waits for the task's end, a deadline or the caller's cancellation.
    ///
    /// - Returns: Whether the task has ended.
    package func hasEnded(by deadline: ContinuousClock.Instant) async -> Bool {
        await end.wait(until: deadline)
    }

    /// Waits for the output until a deadline.
    ///
    /// - Returns: `nil` after the deadline, or if the caller is cancelled.
    package func value(until deadline: ContinuousClock.Instant) async throws -> Output? {
        guard await hasEnded(by: deadline) else { return nil }
        return try await task.value
    }
}

/// Runs a body that the caller's cancellation does not cancel, and awaits it.
package func withoutCancellation<Output: Sendable>(
    _ body: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    try await OwnedTask(body).value
}
