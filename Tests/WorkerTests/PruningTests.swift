import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Worker

/// The deletion of old jobs by a worker.
@Suite struct PruningTests {
    @Test func oldJobIsDeleted() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("quick")
        let counts = WorkerCounts()
        try await bench.run(
            bench.worker(ScriptedPerformer(), retention: 0, counts: counts)
        ) {
            try await bench.store.job(job) == nil
        }
        #expect(counts.snapshot.prunedJobs == 1)
        #expect(counts.snapshot.isClockTrusted)
    }

    /// A backlog of old jobs, or a slow store, must not prevent the detection of expired leases.
    @Test func unfinishedPruningDoesNotDelayMaintenance() async throws {
        let bench = try await QueueBench()
        let database = try bench.failingDatabase()
        database.fail(.unreachable, only: ["read_clock"])
        let counts = WorkerCounts()
        let start = counts.snapshot.lastMaintenance
        try await bench.run(
            bench.worker(ScriptedPerformer(), on: database, retention: 0, counts: counts)
        ) {
            database.hanging > 0 && counts.snapshot.lastMaintenance > start
        }
        #expect(database.hanging == 0)
    }

    /// The age of the last maintenance grows while the store cannot be maintained.
    @Test func failedMaintenanceIsNotCounted() async throws {
        let bench = try await QueueBench()
        let database = try bench.failingDatabase()
        database.fail(.full, only: ["wake_delayed"])
        let (counts, log) = (WorkerCounts(), RecordedLog())
        let start = counts.snapshot.lastMaintenance
        try await bench.run(
            bench.worker(ScriptedPerformer(), on: database, log: log, counts: counts)
        ) {
            log.count("could not maintain the queue") > 0
        }
        #expect(counts.snapshot.lastMaintenance == start)
    }
}
