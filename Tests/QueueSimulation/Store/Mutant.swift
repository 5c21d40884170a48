import JobQueue

/// A seeded bug: a change of the store's statements that the simulation should find.
public struct Mutant: Sendable {
    /// A statement's text, and the text that replaces it.
    struct Change: Sendable {
        /// The name of the statement.
        let statement: String
        let text: String
        let replacement: String
    }

    public let name: String
    /// The description of the bug.
    public let meaning: String
    let changes: [Change]
    /// The calls whose transactions are not durable.
    var undurable: Set<String> = []

    /// Changes a statement's text, before placeholders are replaced.
    ///
    /// - Throws: `SQLiteError` if a pattern is not in the text: the store has changed, and the mutant must, too.
    func changed(_ text: String, of statement: String) throws -> String {
        try changes.filter { $0.statement == statement }.reduce(text) { text, change in
            guard text.contains(change.text) else {
                throw SQLiteError(
                    description: "mutant \(name): statement \(statement) has no text \(change.text)"
                )
            }
            return text.replacing(change.text, with: change.replacement)
        }
    }

    func durability(_ durability: SQLDurability, _ call: String) -> SQLDurability {
        undurable.contains(call) ? .normal : durability
    }
}

extension Mutant {
    /// The schedule that found a mutant.
    public struct Finding: Sendable {
        public let seed: UInt64
        /// The number of schedules, with the one that found it.
        public let schedules: Int
        public let violation: Violation
    }

    /// Runs schedules until one violates an invariant.
    ///
    /// - Parameters:
    ///   - first: The seed of the first schedule.
    ///   - limit: The largest number of schedules.
    ///   - options: The options, with this mutant.
    ///   - simulation: The simulation.
    /// - Returns: The finding; `nil` if no schedule found the mutant.
    /// - Throws: An error if a pattern of the mutant is not in the store's statement.
    public func search(
        from first: UInt64, limit: Int, _ options: SimulationOptions, _ simulation: Simulation
    ) async throws -> Finding? {
        for count in 1...limit {
            let seed = first + UInt64(count - 1)
            let result = try await simulation.run(seed: seed, options)
            if let violation = result.violation {
                guard violation.invariant != .statement else { throw violation }
                return Finding(seed: seed, schedules: count, violation: violation)
            }
        }
        return nil
    }
}
