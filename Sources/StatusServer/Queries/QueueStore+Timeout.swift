internal import JobQueue
internal import func Scheduling.withTimeout

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
        let deadline = ContinuousClock.now + .seconds(seconds)
        let response = try await Scheduling.withTimeout(until: deadline) { try await call(self) }
        guard let response else {
            throw QueueError(
                .unreachable, "queue", "no response within \(Int(seconds)) s",
                advice: "try again in a moment")
        }
        return response
    }
}
