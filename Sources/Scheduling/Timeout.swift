/// Runs a body until a deadline.
///
/// - Parameters:
///   - deadline: The time at which the body is cancelled; a body whose deadline has passed is not started.
///   - body: A body that ends soon after its cancellation.
/// - Returns: The body's output; `nil` after the deadline, when the body has ended.
/// - Throws: The body's error; `CancellationError` if the caller is cancelled.
package func withTimeout<Output: Sendable>(
    until deadline: ContinuousClock.Instant,
    _ body: @escaping @Sendable () async throws -> Output
) async throws -> Output? {
    guard deadline > .now else { return nil }
    return try await withTimeout(after: { try await Task.sleep(until: deadline) }, body)
}

/// Runs a body until a wait has ended.
///
/// - Parameters:
///   - wait: The wait, at whose end the body is cancelled; it is cancelled itself when the body has ended.
///   - body: A body that ends soon after its cancellation.
/// - Returns: The body's output; `nil` if the wait ended first, when the body has ended.
/// - Throws: The first error of both, such as `CancellationError` if the caller is cancelled.
package func withTimeout<Output: Sendable>(
    after wait: @escaping @Sendable () async throws -> Void,
    _ body: @escaping @Sendable () async throws -> Output
) async throws -> Output? {
    try await withThrowingTaskGroup(of: Output?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await wait()
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}
