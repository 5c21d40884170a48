import Foundation
import JobQueue
import Logging
import class Scheduling.Latch
import TestSupport
import Testing

@testable import Worker

/// The shutdown of workers, also while the store or a file server does not respond.
@Suite(.timeLimit(.minutes(2))) struct DrainingTests {
    private let bench: QueueBench
    /// The worker's connection to the queue.
    private let database: FailingDatabase
    private let performer = ScriptedPerformer()
    private let log = RecordedLog()

    init() async throws {
        bench = try await QueueBench()
        database = try bench.failingDatabase()
    }

    private func worker(drainTimeout: Double = 0, reportTimeout: Double = 60) -> QueueWorker {
        bench.worker(
            performer, on: database, slots: 2, drainTimeout: drainTimeout,
            reportTimeout: reportTimeout, log: log)
    }

    @Test func runningTaskEndsBeforeTimeout() async throws {
        let job = try await bench.submit("wait")
        let worker = worker(drainTimeout: 3600)
        let run = Task { try await worker.run() }
        try await eventually { performer.started == ["wait"] }
        await worker.drain()
        try await bench.submit("never")
        // The worker continues to send heartbeats.
        let calls = database.calls
        try await eventually { database.calls >= calls + 5 }
        performer.latch.open()
        try await run.value
        #expect(try await bench.state(job) == .completed)
        #expect(performer.started == ["wait"])
        #expect(try await bench.store.stats().tasks == [.ready: 1])
        #expect(log.messages(at: .warning) == [])
    }

    @Test(arguments: ["none", "hang", "wait"])
    func shutdownWithUnreachableStoreEndsAtTimeout(task: String) async throws {
        if task != "none" { try await bench.submit(task) }
        let worker = worker(reportTimeout: 0.1)
        let run = Task { try await worker.run() }
        try await eventually {
            guard task == "none" else { return performer.started == [task] }
            return try await bench.store.stats().workers.count == 1
        }
        database.fail(.unreachable)
        try await eventually { database.hanging >= 2 }
        // The worker tries to report the outcome, or the release.
        if task == "wait" { performer.latch.open() }
        await worker.drain()
        let error = await #expect(throws: QueueError.self) { try await run.value }
        #expect(error?.code == .unreachable)
        // No task of the worker is left.
        try await eventually { database.hanging == 0 }
        #expect(log.messages.allSatisfy { !$0.contains("CancellationError") }, "\(log.messages)")
    }

    @Test func registrationIsCancelledByShutdown() async throws {
        database.fail(.unreachable)
        let worker = worker()
        let run = Task { try await worker.run() }
        try await eventually { database.hanging == 1 }
        await worker.drain()
        try await run.value
    }

    /// A file server may block the task.
    @Test func shutdownAbandonsBlockedTask() async throws {
        let job = try await bench.submit("block")
        let worker = worker(reportTimeout: 0.1)
        let run = Task { try await worker.run() }
        try await eventually { performer.started == ["block"] }
        await worker.drain()
        try await run.value
        #expect(performer.ended == [])
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready && task.reclaims == 0)
        #expect(try await bench.store.stats().workers.isEmpty)
        performer.latch.open()
    }

    /// The store may have applied the cancelled claim.
    @Test func tasksOfCancelledClaimAreReleased() async throws {
        let job = try await bench.submit("lost")
        database.fail(.lostResponse, only: ["claim"])
        let worker = worker()
        let run = Task { try await worker.run() }
        try await eventually { database.hanging == 1 }
        #expect(try await bench.store.tasks(of: job).map(\.state) == [.running])
        await worker.drain()
        try await run.value
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready && task.reclaims == 0 && task.attempts == 0)
        #expect(performer.started == [])
    }
}
