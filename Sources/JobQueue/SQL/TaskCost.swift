/// The CPU time that a tenant is charged for a task: the estimate before, and the measured time after an attempt.
struct TaskCost {
    /// The expected CPU time, in seconds, which the tenant is charged for a task that has not ended.
    let expected: Double
    /// The CPU time of the attempt, in seconds; `nil` if it is unknown.
    let measured: Double?

    /// The longest CPU time of a task that is credible, in seconds; chosen as a year of three processors.
    static let maximum = 1e8

    /// Returns a CPU time that is finite, not negative and credible; `nil` for any other, which counts as unknown.
    static func validated(_ seconds: Double?) -> Double? {
        guard let seconds, seconds.isFinite, (0...maximum).contains(seconds) else { return nil }
        return seconds
    }

    /// Reads the columns `cost` and `cpu_seconds` of a task whose attempt has ended.
    ///
    /// - Parameters:
    ///   - row: The columns; a report has stored the CPU time so far.
    ///   - seconds: The CPU time at the end; `nil` if it is unknown.
    /// - Throws: `SQLDecodingError`.
    init(_ row: SQLRow, measured seconds: Double? = nil) throws {
        expected = try row.real("cost")
        let known = [try row.optionalReal("cpu_seconds"), Self.validated(seconds)]
        measured = known.compactMap(\.self).max()
    }

    /// Returns the CPU seconds by which the tenant's virtual finish time is too early.
    ///
    /// An attempt of unknown CPU time is charged as expected, so that no tenant gains by crashes.
    ///
    /// - Parameter isOver: Whether the task has ended; otherwise, it runs again and is still charged for the next attempt.
    /// - Returns: CPU seconds, negative for a refund; 0 if the CPU time is unknown.
    func correction(isOver: Bool) -> Double {
        guard let measured else { return 0 }
        return isOver ? measured - expected : measured
    }
}
