import Foundation
import JobQueue
import Testing

@testable import Worker

@Suite struct WorkerCountsTests {
    @Test func eachAttemptIsCountedOnce() async throws {
        let bench = try await QueueBench(
            QueuePolicy(leaseDuration: 3600, maxAttempts: 2, initialBackoff: 0))
        for payload in ["a", "b", "refuse", "break"] { try await bench.submit(payload) }
        let counts = WorkerCounts()
        try await bench.run(bench.worker(ScriptedPerformer(), counts: counts)) {
            try await bench.store.stats().jobs == [.completed: 2, .failed: 2]
        }
        let found = counts.snapshot
        let attempts = try #require(found.attempts["test"])
        #expect(attempts.outcomes == [.completed: 2, .failed: 2, .retried: 1])
        #expect(attempts.claims == 5)
        #expect(attempts.seconds > 0)
        #expect(found.failures.filter { $0.value > 0 } == ["DAMAGED": 1, "OUTPUT": 2])
        // Counters exist with 0, so that a rate includes the first increase.
        #expect(found.attempts["encode"] == WorkerCounts.Attempts())
    }

    @Test func reclaimedTasksAreCounted() async throws {
        let bench = try await QueueBench(QueuePolicy(leaseDuration: 1))
        let job = try await bench.submit("x")
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        _ = try await bench.store.claim(dead, count: 1)
        let counts = WorkerCounts()
        try await bench.run(bench.worker(ScriptedPerformer(), counts: counts)) {
            try await bench.state(job) == .completed
        }
        #expect(counts.snapshot.expiredWorkers >= 1 && counts.snapshot.requeuedTasks >= 1)
    }

    @Test func releaseIsCountedWithoutFailure() async throws {
        let bench = try await QueueBench()
        try await bench.submit("hang")
        let (performer, counts) = (ScriptedPerformer(), WorkerCounts())
        try await bench.run(bench.worker(performer, counts: counts)) {
            performer.started == ["hang"]
        }
        #expect(counts.snapshot.attempts["test"]?.outcomes == [.released: 1])
        #expect(counts.snapshot.failures.values.allSatisfy { $0 == 0 })
    }

    /// docs/codes.md and the alert VtranscodeHostErrors list the same codes.
    @Test func hostErrorCountersStartAtZero() {
        let codes = [
            "KILLED", "UNREADABLE", "LOCKED", "OUTPUT", "DISK_FULL", "NO_ENCODER", "INTERNAL",
        ]
        let zeros = Dictionary(uniqueKeysWithValues: codes.map { ($0, 0) })
        #expect(WorkerCounts().snapshot.failures == zeros)
    }
}
