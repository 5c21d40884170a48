/// Ends work that takes too long.
enum TimeLimit {
    /// Does some work, or cancels it when its time is over.
    ///
    /// - Returns: `nil` if the time was over; the work has ended then, too.
    static func run<Result: Sendable>(
        seconds: Double, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        guard seconds > 0 else { return nil }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
