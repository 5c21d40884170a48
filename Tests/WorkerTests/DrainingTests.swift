import Foundation
import JobQueue
import Logging
import TestSupport
import Testing

@testable import Worker

/// Workers that are told to stop, wherever the store and file servers are.
@Suite(.timeLimit(.minutes(2))) struct DrainingTests {
    private let bench: QueueBench
    /// The same queue, as the worker sees it.
    private let database: UnsteadyDatabase
    private let performer = ScriptedPerformer()
    private let log = RecordedLog()

    init() async throws {
        bench = try await QueueBench()
        database = try bench.unsteadyDatabase()
    }

    private func worker(drainTimeout: Double = 0, tellTimeout: Double = 60) -> QueueWorker {
        bench.worker(
            performer, on: database, slots: 2, drainTimeout: drainTimeout,
            tellTimeout: tellTimeout, log: log)
    }

    @Test func whatRunsMayEndInTime() async throws {
        let job = try await bench.submit("wait")
        let worker = worker(drainTimeout: 3600)
        let run = Task { try await worker.run() }
        try await eventually { performer.began == ["wait"] }
        await worker.drain()
        try await bench.submit("never")
        // It goes on saying that it lives.
        let calls = database.calls
        try await eventually { database.calls >= calls + 5 }
        performer.gate.open()
        try await run.value
        #expect(try await bench.state(job) == .completed)
        #expect(performer.began == ["wait"])
        #expect(try await bench.store.stats().tasks == [.ready: 1])
        #expect(log.messages(at: .warning) == [])
    }

    @Test(arguments: ["none", "hang", "wait"])
    func aStoreThatIsAwayIsWaitedForNoLongerThanItMay(task: String) async throws {
        if task != "none" { try await bench.submit(task) }
        let worker = worker(tellTimeout: 0.1)
        let run = Task { try await worker.run() }
        try await eventually {
            guard task == "none" else { return performer.began == [task] }
            return try await bench.store.stats().workers.count == 1
        }
        database.fail(.away)
        try await eventually { database.hanging >= 2 }
        // Then it is told what became of the task, or that it is stopped.
        if task == "wait" { performer.gate.open() }
        await worker.drain()
        let error = await #expect(throws: QueueError.self) { try await run.value }
        #expect(error?.code == .unreachable)
        // Nothing is left that waits.
        try await eventually { database.hanging == 0 }
        #expect(log.messages.allSatisfy { !$0.contains("CancellationError") }, "\(log.messages)")
    }

    @Test func aStoreThatDoesNotKnowItYetIsNotWaitedFor() async throws {
        database.fail(.away)
        let worker = worker()
        let run = Task { try await worker.run() }
        try await eventually { database.hanging == 1 }
        await worker.drain()
        try await run.value
    }

    /// As on a file server that hangs.
    @Test func aTaskThatDoesNotStopIsNotWaitedFor() async throws {
        let job = try await bench.submit("block")
        let worker = worker(tellTimeout: 0.1)
        let run = Task { try await worker.run() }
        try await eventually { performer.began == ["block"] }
        await worker.drain()
        try await run.value
        #expect(performer.ended == [])
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready && task.losses == 0)
        #expect(try await bench.store.stats().workers.isEmpty)
        performer.gate.open()
    }

    /// The claim that is cut off may have been made.
    @Test func whatTheStoreHasGivenWithoutAWordIsGivenBack() async throws {
        let job = try await bench.submit("lost")
        database.fail(.answerless, only: ["claim"])
        let worker = worker()
        let run = Task { try await worker.run() }
        try await eventually { database.hanging == 1 }
        #expect(try await bench.store.tasks(of: job).map(\.state) == [.running])
        await worker.drain()
        try await run.value
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready && task.losses == 0 && task.attempts == 0)
        #expect(performer.began == [])
    }
}
