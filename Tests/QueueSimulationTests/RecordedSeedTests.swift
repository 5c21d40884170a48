import QueueSimulation
import Testing

/// Schedules that found bugs.
///
/// Those of the store find the bug again if a mutant restores it, and have no violation without. A change of the simulation's random
/// choices changes every schedule; `Scripts/simulate --mutants --mutant NAME` then finds new seeds. Each bug has a test of its own
/// as well, which is named here.
@Suite struct RecordedSeedTests {
    struct Recording: Sendable, CustomTestStringConvertible {
        /// The mutant that restores the bug.
        let mutant: String
        let seed: UInt64
        let invariant: Violation.Invariant
        var testDescription: String { "\(mutant), seed \(seed)" }
    }

    private static let recordings = [
        // A rollback used the id of an event again, for another event (EventIdentifierTests).
        Recording(mutant: "sequential-event-id", seed: 12, invariant: .eventID),
        // The first report of a cleanup started a job that was being cancelled (JobEndTests).
        Recording(mutant: "cancelled-job-starts", seed: 41, invariant: .transition),
        // Jobs were deleted after a clock jump (ClockMonitorTests, PruningTests).
        Recording(mutant: "clock-trusted", seed: 4, invariant: .acceptedJob),
        // A rule that no version has broken: the record of a publication is durable.
        Recording(mutant: "publication-not-durable", seed: 431, invariant: .onePackage),
    ]

    /// Schedules that found bugs which no mutant restores, or bugs of the simulation itself.
    private static let others: [UInt64] = [
        // A second clock jump within an hour made the clock trusted, and a job was deleted (ClockMonitorTests).
        7_000_087_794,
        // A power failure hid a restored backup from the clients, which left the queue paused (FaultTests).
        7_000_033_528,
        // Delayed jobs that were due in the same millisecond were admitted in no certain order (TenantTests).
        9_000_012_731,
    ]

    @Test(arguments: others)
    func scheduleHasNoViolation(seed: UInt64) async throws {
        #expect(try await Simulation().run(seed: seed).violation == nil)
    }

    @Test(arguments: recordings)
    func recordedSeedFindsItsBug(_ recording: Recording) async throws {
        let simulation = try await Simulation()
        let mutant = try #require(Mutant.named(recording.mutant))
        let options = SimulationOptions(mutant: mutant)
        let broken = try await simulation.run(seed: recording.seed, options)
        #expect(broken.violation?.invariant == recording.invariant)
        #expect(try await simulation.run(seed: recording.seed).violation == nil)
    }
}
