import QueueSimulation
import Testing

/// Each invariant fails if the store has a bug of its kind.
@Suite struct MutantTests {
    @Test(
        "the model finds a mutant", arguments: Mutant.all.map(\.name).filter { !rare.contains($0) })
    func modelFindsMutant(name: String) async throws {
        let mutant = try #require(Mutant.named(name))
        let options = SimulationOptions(mutant: mutant)
        #expect(try await mutant.search(from: 1, limit: 200, options, Simulation()) != nil)
    }

    /// Mutants that take more schedules than CI has time for; `Scripts/simulate --mutants` finds them.
    private static let rare: Set<String> = [
        "publication-not-durable", "sequential-event-id", "clock-trusted",
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let mutant: String
        let invariant: Violation.Invariant
        var testDescription: String { "\(mutant): \(invariant.rawValue)" }
    }

    private static let cases: [Case] = [
        Case(mutant: "lost-event", invariant: .transition),
        Case(mutant: "reused-event-id", invariant: .eventID),
        Case(mutant: "wrong-charge", invariant: .charge),
        Case(mutant: "retry-never-due", invariant: .quiescence),
        Case(mutant: "submission-not-durable", invariant: .acceptedJob),
        Case(mutant: "failed-job-stays", invariant: .workspace),
    ]

    /// Without the model, the history of the schedule alone shows the bug.
    @Test(arguments: cases)
    func invariantFails(_ example: Case) async throws {
        let mutant = try #require(Mutant.named(example.mutant))
        let others = Set(Violation.Invariant.allCases).subtracting([example.invariant, .statement])
        let options = SimulationOptions(mutant: mutant, ignored: others)
        let found = try await mutant.search(from: 1, limit: 300, options, Simulation())
        #expect(found?.violation.invariant == example.invariant)
    }
}
