import Testing

@testable import JobQueue

@Suite struct FailingTests {
    @Test(arguments: Backend.allCases)
    func whatMayPassIsTriedAgainLater(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy()) { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            let outcome = try await store.fail(task.lease, .passing)
            guard case .retried(let wait) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect((100...200).contains(wait))
            #expect(try await store.fail(task.lease, .passing) == .stale)
            #expect(try await store.claimOne(worker) == nil)
            _ = try await store.maintain()
            #expect(try await store.claimOne(worker) == nil)
            try await store.passTime()
            #expect(try await store.maintain().admitted == 1)
            let again = try #require(try await store.claimOne(worker))
            #expect(again.attempts == 1)
            #expect(try await store.state(job) == .queued)
        }
    }

    @Test(arguments: Backend.allCases)
    func afterEnoughAttemptsTheJobFails(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(attempts: 3)) { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            for attempt in 1...3 {
                let task = try #require(try await store.claimOne(worker))
                let outcome = try await store.fail(task.lease, .passing)
                #expect((outcome == .final) == (attempt == 3))
                try await store.passTime()
                _ = try await store.maintain()
            }
            let failed = try #require(try await store.job(job))
            #expect(failed.state == .failed)
            #expect(failed.failure == .passing)
            #expect(try await store.kinds(job) == [.queued, .failed])
            #expect(try await store.claimOne(worker) == nil)
        }
    }

    /// Its job ends at once, and a worker removes what it left.
    @Test(arguments: Backend.allCases)
    func aBadUploadIsNeverTriedAgain(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = [
                NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c", needs: [0, 1]),
            ]
            let job = try await store.submit(
                JobRequest(key: "k", payload: "", tasks: tasks)
            ).job.id
            let worker = try await store.worker()
            let claimed = try await store.claim(worker, count: 2)
            #expect(try await store.fail(claimed[0].lease, .permanent) == .final)
            #expect(try await store.state(job) == .failed)
            #expect(try await store.heartbeat(worker).held.map(\.isUnwanted) == [true])
            #expect(try await store.release(claimed[1].lease) == .made)
            let cleanup = try #require(try await store.claimOne(worker))
            #expect(cleanup.kind == NewTask.cleanup)
            #expect(try await store.heartbeat(worker).held.map(\.isUnwanted) == [false])
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.claimOne(worker) == nil)
            #expect(try await store.kinds(job) == [.queued, .failed])
        }
    }

    @Test(arguments: Backend.allCases)
    func aTaskThatKillsItsWorkersIsGivenUp(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(losses: 3)) { store in
            let job = try await store.submit("poison")
            for loss in 1...3 {
                let worker = try await store.worker()
                let task = try #require(try await store.claimOne(worker))
                _ = try await store.report(task.lease, TaskProgress(fraction: 0, note: "facts"))
                try await store.silence(worker)
                let found = try await store.maintain()
                #expect(found.failed == (loss == 3 ? 1 : 0))
            }
            let failed = try #require(try await store.job(job))
            #expect(failed.state == .failed)
            #expect(failed.failure?.code == "WORKER_LOST")
            #expect(failed.note == "facts")
        }
    }

    @Test func waitsGrowAndDifferByChance() {
        let policy = QueuePolicy(backoff: 2, longestBackoff: 60)
        #expect((1...7).map { policy.delay(after: $0, using: 1) } == [2, 4, 8, 16, 32, 60, 60])
        #expect(policy.delay(after: 3, using: 0) == 4)
        #expect(policy.delay(after: Int.max, using: 1) == 60)
    }

    @Test(arguments: Backend.allCases)
    func whatFailedGoesOnWhereItStopped(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(attempts: 1)) { store in
            let tasks = [
                NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c", needs: [0, 1]),
            ]
            let job = try await store.submit(
                JobRequest(key: "k", payload: "", tasks: tasks)
            ).job.id
            let worker = try await store.worker()
            let claimed = try await store.claim(worker, count: 2)
            _ = try await store.complete(claimed[0].lease, result: nil, adding: [])
            _ = try await store.fail(claimed[1].lease, .passing)
            #expect(try await store.state(job) == .failed)
            #expect(try await store.retry(job).state == .queued)
            #expect(try await store.retry(job).state == .queued)
            let again = try await store.claim(worker, count: 5)
            #expect(again.map(\.kind) == ["b"])
            #expect(again.first?.attempts == 0)
            _ = try await store.complete(again[0].lease, result: nil, adding: [])
            let last = try #require(try await store.claimOne(worker))
            _ = try await store.complete(last.lease, result: "end", adding: [])
            #expect(try await store.state(job) == .completed)
            #expect(try await store.kinds(job) == [.queued, .failed, .queued, .published])
        }
    }

    @Test(arguments: Backend.allCases)
    func onlyWhatFailedIsRetried(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            _ = try await store.cancel(job)
            await #expect(throws: QueueError.self) { try await store.retry(job) }
            let other = try await store.submit("b")
            let task = try #require(try await store.claimOne(try await store.worker()))
            _ = try await store.complete(task.lease, result: nil, adding: [])
            await #expect(throws: QueueError.self) { try await store.retry(other) }
        }
    }
}
