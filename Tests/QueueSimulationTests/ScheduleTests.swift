import QueueSimulation
import Testing

/// A sample of schedules; `Scripts/simulate` runs many more.
@Suite struct ScheduleTests {
    @Test("no schedule of a sample violates an invariant", arguments: [1, 1001, 2001, 3001])
    func sample(first: UInt64) async throws {
        let simulation = try await Simulation()
        for seed in first..<first + 100 {
            let result = try await simulation.run(seed: seed)
            #expect(result.violation == nil, "Scripts/simulate --trace \(seed)")
        }
    }

    @Test func sampleCoversCallsAndFaults() async throws {
        let simulation = try await Simulation()
        var (calls, faults): (Set<String>, Set<String>) = ([], [])
        for seed in UInt64(1)...60 {
            let result = try await simulation.run(seed: seed)
            #expect(result.faults >= 3 && result.commits > 100)
            calls.formUnion(result.effectiveCalls)
            faults.formUnion(result.kindsOfFaults)
        }
        let expected: Set = [
            "submit", "cancel", "retry", "removeFiles", "setPaused", "setLimits", "prune",
            "register", "heartbeat",
            "deregister", "claim", "claimSuspect", "claimCleanups", "claimPublications", "report",
            "complete", "beginPublishing", "fail", "abandon", "release", "releaseUnstarted",
            "deferPublication", "maintain", "claimDeliveries", "delivered", "deliveryFailed",
        ]
        #expect(calls == expected)
        #expect(faults.count == 11)
    }

    /// Equal seeds make equal schedules, whatever ran before on the same database.
    @Test func schedulesAreDeterministic() async throws {
        let (first, second) = (try await Simulation(), try await Simulation())
        let options = SimulationOptions(isTraced: true)
        _ = try await second.run(seed: 5)
        for seed in UInt64(1)...8 {
            let (one, other) = (
                try await first.run(seed: seed, options), try await second.run(seed: seed, options)
            )
            #expect(one.trace == other.trace)
        }
    }
}
