/// A timeout for asynchronous operations.
enum Timeout {
    /// Runs an operation, and cancels it after a timeout.
    ///
    /// - Returns: The result; `nil` after a timeout, when the operation has ended.
    static func run<Result: Sendable>(
        seconds: Double, _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        guard seconds > 0 else { return nil }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
