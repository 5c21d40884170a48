import JobQueue
import Logging
import TestSupport
import Testing
import Worker

@Suite struct QueueWorkerTests {
    @Test func doesWhatItFinds() async throws {
        let bench = try await QueueBench()
        for index in 0..<10 { try await bench.submit("\(index)") }
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) {
            try await bench.store.stats().jobs == [.completed: 10]
        }
        #expect(performer.ended.count == 10)
        #expect(try await bench.store.stats().workers.isEmpty)
    }

    @Test func whatBecomesUnwantedIsStopped() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) {
            if performer.began == ["hang"] { _ = try await bench.store.cancel(job) }
            return try await bench.state(job) == .cancelled
        }
        #expect(performer.ended.contains("hang"))
    }

    @Test func aDrainedWorkerGivesBackWhatItCannotEnd() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) { performer.began == ["hang"] }
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready)
        #expect(task.attempts == 0)
        #expect(task.losses == 0)
    }

    @Test func aRefusedUploadDoesNotCountAgainstTheMachine() async throws {
        let bench = try await QueueBench()
        for index in 0..<8 { try await bench.submit("refuse \(index)") }
        try await bench.run(bench.worker(ScriptedPerformer(), failuresInARow: 3)) {
            try await bench.store.stats().jobs == [.failed: 8]
        }
    }

    @Test func aMachineThatFailsEverythingTakesItselfOut() async throws {
        let bench = try await QueueBench()
        for index in 0..<8 { try await bench.submit("break \(index)") }
        let worker = bench.worker(ScriptedPerformer(), failuresInARow: 3)
        await #expect(throws: WorkerFault.self) { try await worker.run() }
        #expect(try await bench.store.stats().workers.isEmpty)
    }

    @Test func workerThatCanDoNothingEndsAtTheFirstTask() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("end")
        let worker = bench.worker(ScriptedPerformer(), failuresInARow: 3)
        let fault = await #expect(throws: WorkerFault.self) { try await worker.run() }
        #expect(fault?.cause == .uselessness)
        let task = try #require(try await bench.store.tasks(of: job).first)
        #expect(task.state == .ready && task.attempts == 0 && task.losses == 0)
        #expect(try await bench.store.stats().workers.isEmpty)
    }

    /// It would take out every worker there is, one after another.
    @Test func whatCannotBeRemovedTakesNoWorkerOut() async throws {
        let bench = try await QueueBench(QueuePolicy(backoff: 0))
        for index in 0..<8 {
            _ = try await bench.store.submit(
                JobRequest(
                    key: "\(index)", payload: "",
                    tasks: [NewTask(kind: NewTask.cleanup, payload: "break \(index)")]))
        }
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, failuresInARow: 3)) {
            Set(performer.began).count == 8
        }
    }

    /// Whoever cancelled a job waits for that, and its place is behind all that its tenant submitted before.
    @Test func aCleanupGoesAheadOfItsTenantsBacklog() async throws {
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
        #expect(performer.begunKinds.first == NewTask.cleanup, "\(performer.begunKinds)")
    }

    /// A missing upload must not take one worker after another out.
    @Test func aJobThatFailsAgainAndAgainTellsNothingOfTheMachine() async throws {
        let bench = try await QueueBench(QueuePolicy(backoff: 0))
        let job = try await bench.submit("break")
        try await bench.run(bench.worker(ScriptedPerformer(), failuresInARow: 3)) {
            try await bench.state(job) == .failed
        }
        #expect(try await bench.store.tasks(of: job).first?.attempts == 5)
    }

    /// As after SIGSTOP: what it made of a job that has ended meanwhile would lie there for ever.
    @Test func whatIsFoundToBeAnothersIsTidiedUpOnceItsJobIsOver() async throws {
        let bench = try await QueueBench()
        let job = try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1)) {
            guard performer.began == ["hang"] else { return false }
            let task = try #require(try await bench.store.tasks(of: job).first)
            if let owner = task.worker {
                #expect(performer.tidied == [])
                // As if another had got the task, and done it.
                let lease = Lease(job: job, task: task.id, epoch: task.epoch, worker: owner)
                _ = try await bench.store.complete(lease, result: nil, adding: [])
            }
            return performer.tidied == ["hang"]
        }
    }

    /// Found anew every minute, it would fill the disk where the log lies.
    @Test func whatKeepsTasksWaitingIsWarnedOfOnce() async throws {
        let bench = try await QueueBench()
        try await bench.submit("postpone")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        try await bench.run(bench.worker(performer, log: log)) { performer.began.count >= 4 }
        #expect(log.messages(at: .warning) == ["work postponed: no room"])
        #expect(log.messages(at: .debug).contains("work postponed: no room"))
    }

    /// Somebody will make room: what runs meanwhile is not lost, and no worker is.
    @Test(.timeLimit(.minutes(5))) func aStoreWithoutRoomIsWaitedFor() async throws {
        let bench = try await QueueBench()
        let database = try bench.unsteadyDatabase()
        let job = try await bench.submit("wait")
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(performer, on: database, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.began == ["wait"] }
        database.fail(.full)
        try await eventually { log.count("no task was claimed") >= 8 }
        #expect(performer.ended == [])
        performer.gate.open()
        try await eventually { log.count("the queue did not hear of a task's end") >= 2 }
        database.fail(nil)
        try await eventually { try await bench.state(job) == .completed }
        await worker.drain()
        try await run.value
        #expect(performer.began == ["wait"])
    }

    /// As after SIGSTOP: it wakes up, and others have its task.
    @Test func aWorkerThatWasGivenUpStopsAndBeginsAnew() async throws {
        let bench = try await QueueBench(
            QueuePolicy(lease: 0, crashesInARow: 100, crashes: 100))
        try await bench.submit("hang")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer, slots: 1)) {
            // With a lease of nothing, any maintenance gives the worker up.
            _ = try await bench.store.maintain()
            return performer.ended.count >= 2 && performer.began.count >= 3
        }
    }

    @Test func othersPublicationsAreBroughtToAnEnd() async throws {
        let bench = try await QueueBench(QueuePolicy(lease: 1))
        let job = try await bench.submit("x")
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(dead, count: 1).first)
        _ = try await bench.store.beginPublishing(task.lease, record: "what it was about to do")
        let performer = ScriptedPerformer()
        try await bench.run(bench.worker(performer)) {
            try await bench.state(job) == .completed
        }
        #expect(performer.recovered == ["what it was about to do"])
        #expect(try await bench.store.job(job)?.result == "recovered")
        #expect(performer.began.isEmpty)
    }

    /// On a file server that hangs: all are known to be under way, and everything else goes on.
    @Test(.timeLimit(.minutes(5))) func publicationsThatHangHoldNothingUp() async throws {
        let bench = try await QueueBench()
        let names = ["block 1", "block 2", "block 3"]
        for name in names { try await bench.submit(name) }
        let dead = try await bench.store.register(
            WorkerInfo(name: "dead", host: "h", process: 1, version: "0"))
        for task in try await bench.store.claim(dead, count: 3) {
            _ = try await bench.store.beginPublishing(task.lease, record: task.payload)
            try await bench.store.disown(task.lease)
        }
        let (performer, log) = (ScriptedPerformer(), RecordedLog())
        let worker = bench.worker(performer, slots: 1, log: log)
        let run = Task { try await worker.run() }
        try await eventually { performer.recovered.sorted() == names }
        // Rounds let it run, after many a heartbeat.
        let later = try await bench.store.submit(
            JobRequest(
                key: "later", payload: "", tasks: [NewTask(kind: "work", payload: "later")],
                delay: 1)
        ).job.id
        try await eventually { try await bench.state(later) == .completed }
        #expect(performer.recovered.sorted() == names)
        #expect(log.count("a task that nobody works on") == 0)
        performer.gate.open()
        try await eventually { try await bench.store.stats().jobs == [.completed: 4] }
        await worker.drain()
        try await run.value
        #expect(performer.recovered.count == 3)
    }

    @Test func tasksThatOnlyTheStoreKnowsOfAreGivenBack() async throws {
        let bench = try await QueueBench()
        let performer = ScriptedPerformer()
        let worker = bench.worker(performer, slots: 1)
        async let ended: Void = worker.run()
        try await eventually { try await bench.store.stats().workers.count == 1 }
        let id = try #require(try await bench.store.stats().workers.first?.id)
        // As if the answer to its claim had been lost.
        try await bench.store.setPaused(true)
        let job = try await bench.submit("lost")
        try await bench.store.setPaused(false)
        _ = try await bench.store.claim(id, count: 1)
        try await eventually { try await bench.state(job) == .completed }
        await worker.drain()
        try await ended
    }
}
