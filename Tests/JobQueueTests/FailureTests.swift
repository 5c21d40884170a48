import Testing

@testable import JobQueue

@Suite struct FailureTests {
    @Test(arguments: Backend.allCases)
    func transientFailureIsRetriedAfterBackoff(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy()) { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            let outcome = try await store.fail(task.lease, .transient)
            guard case .retried(let wait) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect((100...200).contains(wait))
            #expect(try await store.fail(task.lease, .transient) == .stale)
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
    func jobFailsAfterMaxAttempts(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(maxAttempts: 3)) { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            for attempt in 1...3 {
                let task = try #require(try await store.claimOne(worker))
                let outcome = try await store.fail(task.lease, .transient)
                #expect((outcome == .final) == (attempt == 3))
                try await store.passTime()
                _ = try await store.maintain()
            }
            let failed = try #require(try await store.job(job))
            #expect(failed.state == .failed)
            #expect(failed.failure == .transient)
            #expect(try await store.kinds(job) == [.queued, .failed])
            #expect(try await store.claimOne(worker) == nil)
        }
    }

    /// The job ends at once, and a worker removes its files.
    @Test(arguments: Backend.allCases)
    func permanentFailureIsNotRetried(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = [
                NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c", prerequisites: [0, 1]),
            ]
            let job = try await store.submit(
                JobRequest(key: "k", payload: "", tasks: tasks)
            ).job.id
            let worker = try await store.worker()
            let claimed = try await store.claim(worker, count: 2)
            #expect(try await store.fail(claimed[0].lease, .permanent) == .final)
            #expect(try await store.state(job) == .failed)
            #expect(try await store.heartbeat(worker).leases.map(\.isObsolete) == [true])
            #expect(try await store.release(claimed[1].lease) == .applied)
            let cleanup = try #require(try await store.claimOne(worker))
            #expect(cleanup.kind == NewTask.cleanup)
            #expect(try await store.heartbeat(worker).leases.map(\.isObsolete) == [false])
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.claimOne(worker) == nil)
            #expect(try await store.kinds(job) == [.queued, .failed])
        }
    }

    @Test(arguments: Backend.allCases)
    func jobFailsAfterMaxConsecutiveCrashes(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("poison")
            let first = try await store.worker()
            _ = try await store.claimOne(first)
            #expect(try await store.reclaim(from: first).requeuedTasks == 1)
            for crash in 1...3 {
                let worker = try await store.worker()
                let task = try #require(try await store.claimSuspect(worker))
                _ = try await store.report(task.lease, TaskProgress(fraction: 0, note: "measured"))
                #expect(try await store.reclaim(from: worker).failedTasks == (crash == 3 ? 1 : 0))
            }
            let failed = try #require(try await store.job(job))
            #expect(failed.state == .failed)
            #expect(failed.failure?.code == "WORKER_LOST")
            #expect(failed.note == "measured")
            #expect(try await store.tasks(of: job).map(\.reclaims) == [4])
        }
    }

    @Test func backoffDoublesWithJitter() {
        let policy = QueuePolicy(initialBackoff: 2, maxBackoff: 60)
        #expect((1...7).map { policy.backoff(after: $0, using: 1) } == [2, 4, 8, 16, 32, 60, 60])
        #expect(policy.backoff(after: 3, using: 0) == 4)
        #expect(policy.backoff(after: Int.max, using: 1) == 60)
    }

    @Test(arguments: Backend.allCases)
    func retriedJobKeepsCompletedTasks(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(maxAttempts: 1)) { store in
            let tasks = [
                NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c", prerequisites: [0, 1]),
            ]
            let job = try await store.submit(
                JobRequest(key: "k", payload: "", tasks: tasks)
            ).job.id
            let worker = try await store.worker()
            let claimed = try await store.claim(worker, count: 2)
            _ = try await store.complete(claimed[0].lease, result: nil, adding: [])
            _ = try await store.fail(claimed[1].lease, .transient)
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
    func onlyFailedJobsAreRetried(_ backend: Backend) async throws {
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

    /// A job that is retried after its cleanup has a new generation and repeats its completed tasks.
    @Test(arguments: Backend.allCases, [true, false])
    func completedTasksRepeatAfterCleanup(_ backend: Backend, isRemoved: Bool) async throws {
        try await backend.withStore { store in
            let parts = [
                NewTask(kind: "plan", cost: 0), NewTask(kind: "encode", cost: 5),
                NewTask(kind: "package", cost: 5, prerequisites: [1]),
            ]
            let job = try await store.submit(JobRequest(key: "k", payload: "", tasks: parts)).job.id
            let worker = try await store.worker()
            for task in try await store.claim(worker, count: 2) {
                _ = try await store.complete(task.lease, result: nil, adding: [])
            }
            let last = try #require(try await store.claimOne(worker))
            _ = try await store.report(last.lease, TaskProgress(fraction: 0.5))
            _ = try await store.fail(last.lease, .permanent)
            if isRemoved {
                let cleanup = try #require(try await store.claimCleanups(worker, count: 1).first)
                _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            }
            #expect(try await store.retry(job).progress == 0)
            for kind in ["encode", "package"] {
                let task = try #require(try await store.claimOne(worker))
                #expect(task.kind == kind)
                #expect(try await store.claimOne(worker) == nil)
                _ = try await store.complete(task.lease, result: "r", adding: [])
            }
            #expect(try await store.state(job) == .completed)
        }
    }

    /// A deferred task, whose output folder may be full, does not delay others.
    @Test(arguments: Backend.allCases)
    func deferredTaskRunsAfterOthers(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            for key in ["1", "2", "3", "4"] { try await store.submit(key) }
            let worker = try await store.worker()
            var turns: [String] = []
            for _ in 0..<3 {
                for task in try await store.claim(worker, count: 2) {
                    turns.append(task.payload)
                    _ = try await store.release(task.lease, after: 60)
                }
                try await store.passTime()
                _ = try await store.maintain()
            }
            #expect(Set(turns) == ["1", "2", "3", "4"])
        }
    }

    /// A name of a bucket may be free after half an hour only: the task waits for the longest backoff, and is not taken for one whose
    /// clock was set back.
    @Test(arguments: Backend.allCases)
    func longDelayEndsAfterTheLongestBackoff(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.submit("1")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            #expect(try await store.release(task.lease, after: 1800) == .applied)
            _ = try await store.maintain()
            #expect(try await store.tasks(of: task.lease.job).map(\.state) == [.delayed])
            try await store.passTime()
            _ = try await store.maintain()
            #expect(try await store.claimOne(worker) != nil)
        }
    }

    /// A row may have been changed by another version or by hand.
    @Test(arguments: Backend.allCases)
    func unreadableRowDoesNotBlockMaintenance(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let unreadable = try await store.submit("unreadable")
            try await store.sql("UPDATE job SET failure = '{}' WHERE id = $1", [.init(unreadable)])
            #expect(try await store.job(unreadable)?.failure?.code == "UNKNOWN_TASK")
            let first = try await store.worker()
            let task = try #require(try await store.claimOne(first))
            try await store.setLimits(TenantLimits(running: 1), ofTenant: "a")
            let ended = try await store.submit("1", tenant: "a")
            let held = try await store.submit("2", tenant: "a")
            try await store.sql(
                "UPDATE job SET state = \(job: .cancelled) WHERE id = $1", [.init(ended)])
            let broken = try await store.submit("broken", delay: 60)
            try await store.sql(
                "UPDATE job SET admission = \(admission: .delayed), state = 77, due = 0 WHERE id = $1",
                [.init(broken)])
            try await store.expireLease(of: first)
            // The outcome is returned first, and the error by the next call.
            #expect(try await store.maintain().requeuedTasks == 1)
            await #expect(throws: (any Error).self) { try await store.maintain() }
            #expect(try await store.tasks(of: task.lease.job).map(\.state) == [.quarantined])
            #expect(try await store.job(held)?.admission == .ready)
        }
    }

    @Test(arguments: [1e300, -1e19, .infinity, .nan])
    func unrepresentableNumberIsRejected(value: Double) {
        let row = SQLRow(columns: ["n"], values: [.real(value)])
        #expect(throws: SQLDecodingError.self) { try row.integer("n") }
    }
}
