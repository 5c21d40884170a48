import JobQueue
import Logging
import class Scheduling.Latch
import TestSupport
import Testing
import Worker

@Suite struct QueueWorkerTests {
    @Test func claimedTasksAreCompleted() async throws {
        let bench = try await QueueBench()
        for index in 0..<10 { try await bench.submit("\(index)") }
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) {
            try await bench.store.stats().jobs == [.completed: 10]
        }
        #expect(performer.ended.count == 10)
        #expect(try await bench.store.stats().workers.isEmpty)
    }

    @Test func cancelledJobsTaskIsStopped() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) {
            if performer.started == ["hang"] { _ = try await bench.store.cancel(job) }
            return try await bench.state(job) == .cancelled
        }
        #expect(performer.ended.contains("hang"))
    }

    @Test func drainReleasesUnfinishedTasks() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) { performer.started == ["hang"] }
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready)
        #expect(task.attempts == 0)
        #expect(task.reclaims == 0)
    }

    @Test func permanentFailureIsNoHostError() async throws {
        let bench = try await QueueBench()
        for index in 0..<8 { try await bench.submit("refuse \(index)") }
        try await bench.run(bench.worker(ScriptedPerformer(), maxConsecutiveHostErrors: 3)) {
            try await bench.store.stats().jobs == [.failed: 8]
        }
    }

    @Test func consecutiveHostErrorsShutWorkerDown() async throws {
        let bench = try await QueueBench()
        for index in 0..<8 { try await bench.submit("break \(index)") }
        let worker = bench.worker(ScriptedPerformer(), maxConsecutiveHostErrors: 3)
        await #expect(throws: WorkerError.self) { try await worker.run() }
        #expect(try await bench.store.stats().workers.isEmpty)
    }

    @Test func unusableProcessShutsDownAtOnce() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("end")
        let worker = bench.worker(ScriptedPerformer(), maxConsecutiveHostErrors: 3)
        let error = await #expect(throws: WorkerError.self) { try await worker.run() }
        #expect(error?.reason == .unusableProcess)
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready && task.attempts == 0 && task.reclaims == 0)
        #expect(try await bench.store.stats().workers.isEmpty)
    }

    /// Otherwise one cleanup could shut down all workers.
    @Test func failedCleanupsAreNoHostErrors() async throws {
        let bench = try await QueueBench(QueuePolicy(initialBackoff: 0))
        for index in 0..<8 {
            _ = try await bench.store.submit(
                JobRequest(
                    key: "\(index)", payload: "",
                    tasks: [NewTask(kind: NewTask.cleanup, payload: "break \(index)")]))
        }
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, maxConsecutiveHostErrors: 3)) {
            Set(performer.started).count == 8
        }
    }

    /// The virtual start time of a cleanup is after the tenant's backlog.
    @Test func cleanupRunsBeforeItsTenantsBacklog() async throws {
        let bench = try await QueueBench()
        let cancelled = try await bench.submit("cancelled")
        let other = try await bench.store.register(
            WorkerInfo(name: "other", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(other, count: 1).first)
        for index in 0..<5 { try await bench.submit("\(index)") }
        _ = try await bench.store.cancel(cancelled)
        _ = try await bench.store.release(task.lease)
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1)) {
            try await bench.store.stats().jobs == [.completed: 5, .cancelled: 1]
        }
        #expect(performer.startedKinds.first == NewTask.cleanup, "\(performer.startedKinds)")
    }

    /// One job with host errors must not shut down all workers.
    @Test func repeatedFailureOfOneJobIsNoHostError() async throws {
        let bench = try await QueueBench(QueuePolicy(initialBackoff: 0))
        let job = try await bench.submit("break")
        try await bench.run(bench.worker(ScriptedPerformer(), maxConsecutiveHostErrors: 3)) {
            try await bench.state(job) == .failed
        }
        #expect(try await bench.store.tasks(of: job).first?.attempts == 5)
    }

    /// A worker that was suspended removes files of a job that has ended meanwhile.
    @Test func staleTaskOfEndedJobRemovesItsFiles() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1)) {
            guard performer.started == ["hang"] else { return false }
            let task = try #require(try await bench.store.tasks(of: job).first)
            if let owner = task.worker {
                #expect(performer.removed == [])
                // Another worker completes the task.
                let lease = Lease(
                    job: job, task: task.id, fencingToken: task.fencingToken, worker: owner)
                _ = try await bench.store.complete(lease, result: nil, adding: [])
            }
            return performer.removed == ["hang"]
        }
    }

    /// The same for a job that another attempt has failed, once its cleanup is done: nothing else would remove late files soon.
    @Test func staleTaskOfFailedJobRemovesItsFilesAfterTheCleanup() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("block")
        let performer = ScriptedPerformer()
        let other = try await bench.store.register(
            WorkerInfo(name: "other", host: "h", process: 1, version: "0"))
        let failure = TaskFailure(code: "TOO_LONG", message: "m", advice: "a", isPermanent: true)
        try await bench.run(bench.worker(performer, slots: 1)) {
            guard performer.started.first == "block" else { return false }
            let tasks = try await bench.store.tasks(of: job)
            let task = try #require(tasks.first)
            if let owner = task.worker {
                let lease = Lease(
                    job: job, task: task.id, fencingToken: task.fencingToken, worker: owner)
                _ = try await bench.store.fail(lease, failure)
            }
            for cleanup in try await bench.store.claimCleanups(other, count: 1) {
                _ = try await bench.store.complete(cleanup.lease, result: nil, adding: [])
            }
            let isClean = tasks.contains { $0.kind == NewTask.cleanup && $0.state == .done }
            if isClean, !performer.latch.isOpen {
                #expect(performer.removed == [])
                performer.latch.open()
            }
            return performer.removed == ["block"]
        }
    }

    /// The condition is detected every minute.
    @Test func deferralWarningIsRateLimited() async throws {
        let bench = try await QueueBench()
        try await bench.submit("postpone")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        try await bench.run(bench.worker(performer, log: log)) { performer.started.count >= 4 }
        #expect(log.messages(at: .warning) == ["task deferred"])
        #expect(log.messages(at: .debug).contains("task deferred"))
    }

    /// Workers wait for disk space and retain their results.
    @Test(.timeLimit(.minutes(5))) func fullStoreIsRetried() async throws {
        let bench = try await QueueBench()
        let database = try bench.failingDatabase()
        let job = try await bench.submit("wait")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(performer, on: database, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.started == ["wait"] }
        database.fail(.full)
        try await eventually { log.count("could not claim tasks") >= 8 }
        #expect(performer.ended == [])
        performer.latch.open()
        try await eventually { log.count("could not report task outcome") >= 2 }
        database.fail(nil)
        try await eventually { try await bench.state(job) == .completed }
        await worker.drain()
        try await run.value
        #expect(performer.started == ["wait"])
    }

    /// A suspended worker continues after its lease has expired.
    @Test func expiredWorkerRegistersAgain() async throws {
        let bench = try await QueueBench(
            QueuePolicy(leaseDuration: 0, maxConsecutiveCrashes: 100, maxCrashes: 100))
        try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1)) {
            // With a lease of 0 s, maintenance expires the worker.
            _ = try await bench.store.maintain()
            return performer.ended.count >= 2 && performer.started.count >= 3
        }
    }

    @Test func publicationOfExpiredWorkerIsResolved() async throws {
        let bench = try await QueueBench(QueuePolicy(leaseDuration: 1))
        let job = try await bench.submit("x")
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(dead, count: 1).first)
        _ = try await bench.store.beginPublishing(task.lease, record: "the record")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) {
            try await bench.state(job) == .completed
        }
        #expect(performer.resolved == ["the record"])
        #expect(try await bench.store.job(job)?.result == "recovered")
        #expect(performer.started.isEmpty)
    }

    /// Publications that a file server blocks delay neither heartbeats nor other tasks.
    @Test(.timeLimit(.minutes(5))) func blockedPublicationsDelayNothing() async throws {
        let bench = try await QueueBench()
        let names = ["block 1", "block 2", "block 3"]
        for name in names { try await bench.submit(name) }
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        for task in try await bench.store.claim(dead, count: 3) {
            _ = try await bench.store.beginPublishing(task.lease, record: task.payload)
            try await bench.store.releaseUnstarted(task.lease)
        }
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(performer, slots: 1, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.resolved.sorted() == names }
        // Maintenance and heartbeats continue.
        let later = try await bench.store.submit(
            JobRequest(
                key: "later", payload: "", tasks: [NewTask(kind: "test", payload: "later")],
                delay: 1)
        ).job.id
        try await eventually { try await bench.state(later) == .completed }
        #expect(performer.resolved.sorted() == names)
        #expect(log.count("unknown task released") == 0)
        performer.latch.open()
        try await eventually { try await bench.store.stats().jobs == [.completed: 4] }
        await worker.drain()
        try await run.value
        #expect(performer.resolved.count == 3)
    }

    @Test func unknownTasksAreReleased() async throws {
        let bench = try await QueueBench()
        let performer = ScriptedPerformer()
        let worker = bench.worker(performer, slots: 1)
        async let ended: Void = worker.run()
        try await eventually { try await bench.store.stats().workers.count == 1 }
        let id = try #require(try await bench.store.stats().workers.first?.id)
        // The response to the claim is lost.
        try await bench.store.setPaused(true)
        let job = try await bench.submit("lost")
        try await bench.store.setPaused(false)
        _ = try await bench.store.claim(id, count: 1)
        try await eventually { try await bench.state(job) == .completed }
        await worker.drain()
        try await ended
    }
}
