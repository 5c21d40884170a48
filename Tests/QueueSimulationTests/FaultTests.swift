import Testing

@testable import QueueSimulation

/// Faults that occur in the same step.
@Suite struct FaultTests {
    @Test(
        "a power failure and a restored backup: the clients learn about the backup",
        arguments: [[Fault.Kind.powerFailure, .restoredBackup], [.restoredBackup, .powerFailure]])
    func backupIsKnown(kinds: [Fault.Kind]) async throws {
        let database = try await MemoryDatabase.make(clock: SimulatedClock())
        let world = try World(seed: 1, database: database, options: SimulationOptions())
        try world.makeBackup()
        world.faults = kinds.map { Fault(kind: $0, trigger: .step(1)) }
        let process = SimulatedProcess("worker", .worker)
        #expect(throws: CrashError.self) {
            try world.reached("claim", isAfter: false, by: process)
        }
        #expect(world.firedFaults.count == 2)
        #expect(world.isPowerLost && world.isBackupInUse)
    }
}
