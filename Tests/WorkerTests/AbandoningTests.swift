import JobQueue
import TestSupport
import Testing

@testable import Worker

/// Tasks that make no progress; ten seconds pass at each look at them.
@Suite(.timeLimit(.minutes(5))) struct AbandoningTests {
    @Test func silentTaskIsDoneElsewhere() async throws {
        let bench = try await QueueBench(QueuePolicy(lease: 3600, backoff: 0))
        let job = try await bench.submit("hang")
        let (first, second) = (ScriptedPerformer(), ScriptedPerformer(isQuick: true))
        let (log, counts) = (RecordedLog(), WorkerCounts())
        let stuck = bench.worker(first, clock: SteppingClock(seconds: 10), log: log, counts: counts)
        let run = Task { try await stuck.run() }
        try await eventually { try await bench.store.tasks(of: job).first?.attempts == 1 }
        let failure = try await bench.store.tasks(of: job).first?.failure
        #expect(failure?.code == "TASK_TIMEOUT" && failure?.isPermanent == false)
        try await bench.run(bench.worker(second)) { try await bench.state(job) == .completed }
        #expect(first.began == ["hang"] && first.ended == ["hang"] && second.began == ["hang"])
        #expect(counts.snapshot.attempts["work"]?.endings == [.abandoned: 1])
        #expect(counts.snapshot.failures["TASK_TIMEOUT"] == 1)
        #expect(log.count("work makes no progress, and is abandoned") == 1)
        await stuck.drain()
        try await run.value
    }

    @Test func twoInARowEndTheWorker() async throws {
        let bench = try await QueueBench(.patient)
        for name in ["hang 1", "hang 2", "3"] { try await bench.submit(name) }
        let worker = bench.worker(
            ScriptedPerformer(), slots: 1, clock: SteppingClock(seconds: 10))
        let fault = await #expect(throws: WorkerFault.self) { try await worker.run() }
        #expect(fault?.cause == .abandonments(2))
        #expect(
            fault?.description.hasPrefix("2 tasks in a row made no progress on this machine")
                == true)
        #expect(try await bench.store.stats().workers.isEmpty)
        #expect(try await bench.store.stats().tasks == [.delayed: 2, .ready: 1])
    }

    @Test func aTaskThatEndsByItselfBreaksTheRow() async throws {
        let bench = try await QueueBench(.patient)
        let clock = SteppingClock(seconds: 10)
        for name in ["hang 1", "2", "hang 3", "4"] { try await bench.submit(name) }
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1, clock: clock)) {
            try await bench.store.stats().jobs[.completed] == 2
        }
        #expect(performer.began == ["hang 1", "2", "hang 3", "4"])
    }

    /// Whatever keeps it, a file server or a fault of ours, keeps nothing else.
    @Test func taskThatDoesNotStopCostsItsSlot() async throws {
        let bench = try await QueueBench(.patient)
        let stuck = try await bench.submit("block")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(
            performer, slots: 2, clock: SteppingClock(seconds: 10), log: log)
        let run = Task { try await worker.run() }
        try await eventually { log.count("work does not stop: its slot is given up") == 1 }
        #expect(try await bench.store.tasks(of: stuck).map(\.attempts) == [1])
        let later = try await bench.submit("later")
        try await eventually { try await bench.state(later) == .completed }
        // It ends after all, and changes nothing.
        performer.gate.open()
        try await eventually { await worker.leaked.isEmpty }
        #expect(try await bench.store.tasks(of: stuck).map(\.state) == [.delayed])
        await worker.drain()
        try await run.value
    }

    @Test func workerWithoutASlotEnds() async throws {
        let bench = try await QueueBench(.patient)
        try await bench.submit("block")
        let performer = ScriptedPerformer()
        let worker = bench.worker(performer, slots: 1, clock: SteppingClock(seconds: 10))
        let fault = await #expect(throws: WorkerFault.self) { try await worker.run() }
        #expect(fault?.cause == .abandonments(1))
        #expect(performer.ended.isEmpty)
        performer.gate.open()
    }

    @Test func signsOfLifeKeepATask() async throws {
        let bench = try await QueueBench(.patient)
        let job = try await bench.submit("live")
        let (performer, clock) = (ScriptedPerformer(), SteppingClock(seconds: 1))
        try await bench.run(bench.worker(performer, clock: clock)) {
            if clock.looks > 200 { performer.gate.open() }
            return try await bench.state(job) == .completed
        }
        #expect(try await bench.store.tasks(of: job).map(\.attempts) == [0])
    }

    @Test func hangingPublicationIsLeftToOthers() async throws {
        let bench = try await QueueBench(.patient)
        let job = try await bench.submit("block")
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(dead, count: 1).first)
        _ = try await bench.store.beginPublishing(task.lease, record: "block")
        try await bench.store.disown(task.lease)
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(
            performer, slots: 1, clock: SteppingClock(seconds: 10), log: log)
        let run = Task { try await worker.run() }
        try await eventually { log.count("publication does not stop") == 1 }
        // It tells nothing of the machine, and takes no slot.
        let later = try await bench.submit("later")
        try await eventually { try await bench.state(later) == .completed }
        #expect(try await bench.store.tasks(of: job).map(\.state) == [.publishing])
        performer.gate.open()
        await worker.drain()
        try await run.value
    }
}

extension QueuePolicy {
    /// What was abandoned does not come back while a test looks.
    fileprivate static let patient = QueuePolicy(lease: 3600, backoff: 3600, longestBackoff: 3600)
}
