import JobQueue
import class Scheduling.Latch
import TestSupport
import Testing

@testable import Worker

/// Tasks without activity; the clock advances by ten seconds with each check.
@Suite(.timeLimit(.minutes(5))) struct StallTests {
    @Test func stalledTaskIsCompletedElsewhere() async throws {
        let bench = try await QueueBench(QueuePolicy(leaseDuration: 3600, initialBackoff: 0))
        let job = try await bench.submit("hang")
        let (first, second) = (ScriptedPerformer(), ScriptedPerformer(isQuick: true))
        let (log, counts) = (RecordedLog(), WorkerCounts())
        let stuck = bench.worker(first, clock: SteppingClock(seconds: 10), log: log, counts: counts)
        let run = Task { try await stuck.run() }
        try await eventually { try await bench.store.tasks(of: job).first?.attempts == 1 }
        let failure = try await bench.store.tasks(of: job).first?.failure
        #expect(failure?.code == "TASK_TIMEOUT" && failure?.isPermanent == false)
        try await bench.run(bench.worker(second)) { try await bench.state(job) == .completed }
        #expect(first.started == ["hang"] && first.ended == ["hang"] && second.started == ["hang"])
        #expect(counts.snapshot.attempts["test"]?.outcomes == [.abandoned: 1])
        #expect(counts.snapshot.failures["TASK_TIMEOUT"] == 1)
        #expect(log.count("task stalled") == 1)
        await stuck.drain()
        try await run.value
    }

    @Test func consecutiveStallsEndTheWorker() async throws {
        let bench = try await QueueBench(.longBackoff)
        for name in ["hang 1", "hang 2", "3"] { try await bench.submit(name) }
        let worker = bench.worker(
            ScriptedPerformer(), slots: 1, clock: SteppingClock(seconds: 10))
        let error = await #expect(throws: WorkerError.self) { try await worker.run() }
        #expect(error?.reason == .stalledTasks(2))
        #expect(
            error?.description.hasPrefix("the worker shut down after 2 consecutive tasks stalled")
                == true)
        #expect(try await bench.store.stats().workers.isEmpty)
        #expect(try await bench.store.stats().tasks == [.delayed: 2, .ready: 1])
    }

    @Test func completedTaskResetsConsecutiveStalls() async throws {
        let bench = try await QueueBench(.longBackoff)
        let clock = SteppingClock(seconds: 10)
        for name in ["hang 1", "2", "hang 3", "4"] { try await bench.submit(name) }
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1, clock: clock)) {
            try await bench.store.stats().jobs[.completed] == 2
        }
        #expect(performer.started == ["hang 1", "2", "hang 3", "4"])
    }

    /// A task that a file server or a bug blocks does not delay others.
    @Test func blockedTaskOccupiesItsSlot() async throws {
        let bench = try await QueueBench(.longBackoff)
        let stuck = try await bench.submit("block")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(
            performer, slots: 2, clock: SteppingClock(seconds: 10), log: log)
        let run = Task { try await worker.run() }
        try await eventually { log.count("stalled task does not stop") == 1 }
        #expect(try await bench.store.tasks(of: stuck).map(\.attempts) == [1])
        let later = try await bench.submit("later")
        try await eventually { try await bench.state(later) == .completed }
        // Its late end has no effect.
        performer.latch.open()
        try await eventually { await worker.leaked.isEmpty }
        #expect(try await bench.store.tasks(of: stuck).map(\.state) == [.delayed])
        await worker.drain()
        try await run.value
    }

    @Test func workerWithoutSlotsShutsDown() async throws {
        let bench = try await QueueBench(.longBackoff)
        try await bench.submit("block")
        let performer = ScriptedPerformer()
        let worker = bench.worker(performer, slots: 1, clock: SteppingClock(seconds: 10))
        let error = await #expect(throws: WorkerError.self) { try await worker.run() }
        #expect(error?.reason == .stalledTasks(1))
        #expect(performer.ended.isEmpty)
        performer.latch.open()
    }

    @Test func activityPreventsStalls() async throws {
        let bench = try await QueueBench(.longBackoff)
        let job = try await bench.submit("live")
        let (performer, clock) = (ScriptedPerformer(), SteppingClock(seconds: 1))
        try await bench.run(bench.worker(performer, clock: clock)) {
            if clock.readings > 200 { performer.latch.open() }
            return try await bench.state(job) == .completed
        }
        #expect(try await bench.store.tasks(of: job).map(\.attempts) == [0])
    }

    @Test func blockedPublicationIsAbandoned() async throws {
        let bench = try await QueueBench(.longBackoff)
        let job = try await bench.submit("block")
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(dead, count: 1).first)
        _ = try await bench.store.beginPublishing(task.lease, record: "block")
        try await bench.store.releaseUnstarted(task.lease)
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(
            performer, slots: 1, clock: SteppingClock(seconds: 10), log: log)
        let run = Task { try await worker.run() }
        try await eventually { log.count("stalled task does not stop") == 1 }
        // It is no evidence of a host error and occupies no slot.
        let later = try await bench.submit("later")
        try await eventually { try await bench.state(later) == .completed }
        #expect(try await bench.store.tasks(of: job).map(\.state) == [.publishing])
        performer.latch.open()
        await worker.drain()
        try await run.value
    }
}

extension QueuePolicy {
    /// The backoff of abandoned tasks is longer than the tests.
    fileprivate static let longBackoff = QueuePolicy(
        leaseDuration: 3600, initialBackoff: 3600, maxBackoff: 3600)
}
