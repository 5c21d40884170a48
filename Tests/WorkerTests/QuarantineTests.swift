import JobQueue
import class Scheduling.Latch
import TestSupport
import Testing

@testable import Worker

/// The execution of suspects.
@Suite(.timeLimit(.minutes(5))) struct QuarantineTests {
    /// Registers a worker that claims a task and then crashes.
    private func crashingWorker(_ payload: String, in bench: QueueBench) async throws -> Int64 {
        try await bench.submit(payload)
        let worker = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        #expect(try await bench.store.claim(worker, count: 1).map(\.payload) == [payload])
        return worker
    }

    @Test func suspectRunsAlone() async throws {
        let bench = try await QueueBench()
        try await bench.reclaim(from: try await crashingWorker("wait", in: bench))
        let cancelled = try await bench.submit("cancelled")
        for name in ["1", "2"] { try await bench.submit(name) }
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let database = try bench.failingDatabase()
        let worker = bench.worker(performer, on: database, slots: 3, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.started == ["wait"] }
        _ = try await bench.store.cancel(cancelled)
        // After several claims.
        let before = database.calls
        try await eventually { database.calls > before + 20 }
        #expect(performer.started == ["wait"])
        #expect(log.count("suspect runs alone") == 1)
        performer.latch.open()
        try await eventually { try await bench.store.stats().jobs[.completed] == 3 }
        await worker.drain()
        try await run.value
        #expect(performer.started.sorted() == ["1", "2", "wait"])
    }

    @Test func busyWorkerBecomesIdleForOverdueSuspect() async throws {
        let bench = try await QueueBench(QueuePolicy(leaseDuration: 3600, quarantineTimeout: 0))
        let dead = try await crashingWorker("suspect", in: bench)
        try await bench.submit("wait")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(performer, slots: 2, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.started == ["wait"] }
        try await bench.reclaim(from: dead)
        try await eventually { log.count("claiming stopped until the worker is idle") == 1 }
        try await bench.submit("later")
        performer.latch.open()
        try await eventually { try await bench.store.stats().jobs == [.completed: 3] }
        await worker.drain()
        try await run.value
        #expect(performer.started == ["wait", "suspect", "later"])
    }

    /// A single worker runs overdue suspects and other tasks.
    @Test func singleWorkerRunsSuspectsAndOtherTasks() async throws {
        let bench = try await QueueBench()
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        for index in 0..<6 { try await bench.submit("\(index)") }
        #expect(try await bench.store.claim(dead, count: 3).count == 3)
        try await bench.reclaim(from: dead)
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 2)) {
            try await bench.store.stats().jobs == [.completed: 6]
        }
        #expect(performer.started.count == 6)
    }

    /// The crash count depends on the artifacts that a task has reported.
    @Test func artifactsAreReported() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("artifacts")
        let worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(worker, count: 1).first)
        let sender = ProgressSender()
        let sending = Task { await sender.run(bench.store, task.lease) }
        sender.sendArtifact()
        sender.sendArtifact()
        sender.send(TaskProgress(fraction: 0.5))
        try await eventually { try await bench.artifacts(of: task.lease.task) == 2 }
        #expect(try await bench.store.tasks(of: job).first?.progress == 0.5)
        sender.finish()
        await sending.value
    }
}
