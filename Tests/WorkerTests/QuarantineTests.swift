import JobQueue
import TestSupport
import Testing

@testable import Worker

/// How a worker runs tasks whose worker was lost.
@Suite(.timeLimit(.minutes(5))) struct QuarantineTests {
    /// Lets a worker claim a task that it will be lost with.
    private func doomed(_ payload: String, in bench: QueueBench) async throws -> Int64 {
        try await bench.submit(payload)
        let worker = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        #expect(try await bench.store.claim(worker, count: 1).map(\.payload) == [payload])
        return worker
    }

    @Test func nothingRunsBesideASuspect() async throws {
        let bench = try await QueueBench()
        try await bench.lose(try await doomed("wait", in: bench))
        let cancelled = try await bench.submit("cancelled")
        for name in ["1", "2"] { try await bench.submit(name) }
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let database = try bench.unsteadyDatabase()
        let worker = bench.worker(performer, on: database, slots: 3, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.began == ["wait"] }
        _ = try await bench.store.cancel(cancelled)
        // Many a round later.
        let before = database.calls
        try await eventually { database.calls > before + 20 }
        #expect(performer.began == ["wait"])
        #expect(log.count("a suspect runs alone") == 1)
        performer.gate.open()
        try await eventually { try await bench.store.stats().jobs[.completed] == 3 }
        await worker.drain()
        try await run.value
        #expect(performer.began.sorted() == ["1", "2", "wait"])
    }

    @Test func busyWorkerBecomesIdleForASuspect() async throws {
        let bench = try await QueueBench(QueuePolicy(lease: 3600, quarantine: 0))
        let dead = try await doomed("suspect", in: bench)
        try await bench.submit("wait")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(performer, slots: 2, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.began == ["wait"] }
        try await bench.lose(dead)
        try await eventually { log.count("nothing is claimed until this worker is idle") == 1 }
        try await bench.submit("later")
        performer.gate.open()
        try await eventually { try await bench.store.stats().jobs == [.completed: 3] }
        await worker.drain()
        try await run.value
        #expect(performer.began == ["wait", "suspect", "later"])
    }

    /// It has waited for a minute, and nobody else is there.
    @Test func oneWorkerDoesSuspectsAndOthers() async throws {
        let bench = try await QueueBench()
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        for index in 0..<6 { try await bench.submit("\(index)") }
        #expect(try await bench.store.claim(dead, count: 3).count == 3)
        try await bench.lose(dead)
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 2)) {
            try await bench.store.stats().jobs == [.completed: 6]
        }
        #expect(performer.began.count == 6)
    }

    /// How far a task has come is known when its worker dies.
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
        sending.cancel()
        await sending.value
    }
}
