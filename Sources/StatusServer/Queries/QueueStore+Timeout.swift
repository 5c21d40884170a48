internal import JobQueue

extension QueueStore {
    /// Calls the store with a timeout that clients accept; the store itself retries transient errors for a minute.
    ///
    /// - Parameters:
    ///   - seconds: The timeout.
    ///   - call: The call; it is cancelled after the timeout, and may have been applied.
    /// - Returns: The response.
    /// - Throws: `QueueError.unreachable` after the timeout.
    func withTimeout<Response: Sendable>(
        of seconds: Double = 5, _ call: @escaping @Sendable (Self) async throws -> Response
    ) async throws -> Response {
        try await withThrowingTaskGroup(of: Response.self) { group in
            group.addTask { try await call(self) }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw QueueError(
                    .unreachable, "queue", "no response within \(Int(seconds)) s",
                    advice: "try again in a moment")
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }
}
