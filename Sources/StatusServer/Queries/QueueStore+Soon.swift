internal import JobQueue

extension QueueStore {
    /// Asks the store, and waits for no longer than clients do: it may itself wait a minute for its server.
    ///
    /// - Parameters:
    ///   - seconds: What it gets to answer.
    ///   - call: Is stopped then; what it wanted may have happened all the same.
    /// - Returns: The answer.
    /// - Throws: `QueueError.unreachable` where there is none in time.
    func soon<Answer: Sendable>(
        within seconds: Double = 5, _ call: @escaping @Sendable (Self) async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await call(self) }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw QueueError(
                    .unreachable, "queue", "no answer within \(Int(seconds)) s",
                    advice: "try again in a moment")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}
