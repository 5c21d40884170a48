import Testing

@testable import JobQueue

@Suite struct TaskTests {
    @Test(arguments: Backend.allCases)
    func jobRecordsEventsOfItsLifeCycle(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            let half = TaskProgress(fraction: 0.5, remaining: 12, note: "measured")
            #expect(try await store.report(task.lease, half) == .applied)
            #expect(try await store.report(task.lease, TaskProgress(fraction: 0.4)) == .applied)
            let running = try #require(try await store.job(job))
            #expect(running.state == .processing)
            #expect(running.progress == 0.5)
            #expect(running.note == "measured")
            #expect(running.started != nil)
            #expect(try await store.complete(task.lease, result: "r", adding: []) == .applied)
            let ended = try #require(try await store.job(job))
            #expect(ended.state == .completed)
            #expect(ended.progress == 1)
            #expect(ended.result == "r")
            #expect(ended.finished != nil)
            let events = try await store.events(of: job, after: 0, limit: 10)
            #expect(events.map(\.kind) == [.queued, .started, .published])
            #expect(events.last?.result == "r")
            let rest = try await store.events(of: job, after: events[1].sequence, limit: 10)
            #expect(rest == [events[2]])
        }
    }

    /// The response to the first call may have been lost.
    @Test(arguments: Backend.allCases)
    func completionIsIdempotent(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            #expect(try await store.complete(task.lease, result: "r", adding: []) == .applied)
            #expect(try await store.complete(task.lease, result: "r", adding: []) == .applied)
            #expect(try await store.kinds(job) == [.queued, .published])
        }
    }

    @Test(arguments: Backend.allCases)
    func staleLeaseIsRejected(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let (slow, next) = (try await store.worker(), try await store.worker())
            let old = try #require(try await store.claimOne(slow)).lease
            try await store.expireLease(of: slow)
            let found = try await store.maintain()
            #expect(found.expiredWorkers == 1)
            #expect(found.requeuedTasks == 1)
            let new = try #require(try await store.claimSuspect(next)).lease
            #expect(new.task == old.task)
            #expect(new.fencingToken > old.fencingToken)
            #expect(try await !store.heartbeat(slow).isKnown)
            #expect(try await store.report(old, TaskProgress(fraction: 1)) == .stale)
            #expect(try await store.beginPublishing(old, record: "x") == .stale)
            #expect(try await store.complete(old, result: "old", adding: []) == .stale)
            #expect(try await store.fail(old, .transient) == .stale)
            #expect(try await store.release(old) == .stale)
            #expect(try await store.complete(new, result: "new", adding: []) == .applied)
            #expect(try await store.complete(old, result: "old", adding: []) == .stale)
            #expect(try await store.job(job)?.result == "new")
        }
    }

    @Test(arguments: Backend.allCases)
    func expiredWorkerClaimsNothing(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            try await store.expireLease(of: worker)
            _ = try await store.maintain()
            try await store.submit("a")
            #expect(try await store.claimOne(worker) == nil)
        }
    }

    /// A worker may be deleted while it claims.
    @Test(arguments: Backend.allCases)
    func taskOfDeletedWorkerIsReclaimed(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let (first, second) = (try await store.worker(), try await store.worker())
            let task = try #require(try await store.claimOne(first))
            let text: SQLText = "DELETE FROM worker WHERE id = $1"
            _ = try await store.database.single(
                .normal, SQLStatement("test", text), [.integer(first)])
            #expect(try await store.maintain().requeuedTasks == 1)
            #expect(try await store.claimSuspect(second)?.lease.task == task.lease.task)
        }
    }

    @Test(arguments: Backend.allCases)
    func taskWaitsForItsPrerequisites(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = [
                NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c", prerequisites: [0, 1]),
            ]
            let job = try await store.submit(
                JobRequest(key: "k", payload: "", tasks: tasks)
            ).job.id
            let worker = try await store.worker()
            let first = try await store.claim(worker, count: 5)
            #expect(first.map(\.kind) == ["a", "b"])
            _ = try await store.complete(first[0].lease, result: nil, adding: [])
            #expect(try await store.claimOne(worker) == nil)
            _ = try await store.complete(first[1].lease, result: nil, adding: [])
            let last = try #require(try await store.claimOne(worker))
            #expect(last.kind == "c")
            #expect(try await store.state(job) == .queued)
            _ = try await store.complete(last.lease, result: "end", adding: [])
            #expect(try await store.job(job)?.result == "end")
            #expect(try await store.state(job) == .completed)
        }
    }

    /// The first task of a long job adds many tasks, and a last one that depends on all of them.
    @Test(arguments: Backend.allCases)
    func taskAddsTasks(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("film", cost: 100)
            let worker = try await store.worker()
            let plan = try #require(try await store.claimOne(worker))
            let parts = (0..<3).map { NewTask(kind: "encode", payload: "\($0)", cost: 10) }
            let tasks = parts + [NewTask(kind: "package", cost: 10, prerequisites: [0, 1, 2])]
            _ = try await store.complete(plan.lease, result: nil, adding: tasks)
            _ = try await store.complete(plan.lease, result: nil, adding: tasks)
            #expect(try await store.tasks(of: job).count == 5)
            let claimed = try await store.claim(worker, count: 9)
            #expect(claimed.map(\.payload) == ["0", "1", "2"])
            _ = try await store.report(claimed[0].lease, TaskProgress(fraction: 0.5))
            #expect(try await store.job(job)?.progress == 0.125)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in claimed {
                    group.addTask {
                        _ = try await store.complete(task.lease, result: nil, adding: [])
                    }
                }
                try await group.waitForAll()
            }
            let package = try #require(try await store.claimOne(worker))
            #expect(package.kind == "package")
            #expect(try await store.state(job) == .processing)
            _ = try await store.complete(package.lease, result: "done", adding: [])
            #expect(try await store.state(job) == .completed)
            #expect(try await store.kinds(job) == [.queued, .started, .published])
        }
    }

    @Test(arguments: Backend.allCases)
    func dependentsDependOnAddedTasks(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = [NewTask(kind: "plan"), NewTask(kind: "end", prerequisites: [0])]
            _ = try await store.submit(JobRequest(key: "k", payload: "", tasks: tasks))
            let worker = try await store.worker()
            let plan = try #require(try await store.claimOne(worker))
            let added = [NewTask(kind: "x"), NewTask(kind: "y")]
            _ = try await store.complete(plan.lease, result: nil, adding: added)
            let both = try await store.claim(worker, count: 5)
            #expect(both.map(\.kind) == ["x", "y"])
            _ = try await store.complete(both[0].lease, result: nil, adding: [])
            #expect(try await store.claimOne(worker) == nil)
            _ = try await store.complete(both[1].lease, result: nil, adding: [])
            #expect(try await store.claimOne(worker)?.kind == "end")
        }
    }

    @Test(arguments: Backend.allCases)
    func releaseCountsNoAttempt(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let worker = try await store.worker()
            let first = try #require(try await store.claimOne(worker))
            #expect(try await store.release(first.lease) == .applied)
            let second = try #require(try await store.claimOne(worker))
            #expect(second.lease.task == first.lease.task)
            #expect(second.attempts == 0)
            #expect(try await store.complete(first.lease, result: nil, adding: []) == .stale)
        }
    }

    @Test(arguments: Backend.allCases)
    func heartbeatReturnsLeases(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            #expect(try await store.heartbeat(worker).leases.isEmpty)
            let task = try #require(try await store.claimOne(worker))
            let held = try await store.heartbeat(worker).leases
            #expect(held.map(\.lease) == [task.lease])
            #expect(held.map(\.isObsolete) == [false])
            _ = try await store.cancel(job)
            #expect(try await store.heartbeat(worker).leases.map(\.isObsolete) == [true])
        }
    }

    @Test(arguments: Backend.allCases)
    func deregistrationReleasesTasks(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let (first, second) = (try await store.worker(), try await store.worker())
            let task = try #require(try await store.claimOne(first))
            try await store.deregister(first)
            let again = try #require(try await store.claimOne(second))
            #expect(again.lease.task == task.lease.task)
            #expect(try await store.stats().workers.map(\.id) == [second])
            #expect(try await store.tasks(of: task.lease.job).map(\.reclaims) == [0])
        }
    }

    /// Two hosts may run copies of one image.
    @Test(arguments: Backend.allCases)
    func workersWithEqualNamesAreDistinct(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let (first, second) = (try await store.worker("same"), try await store.worker("same"))
            #expect(first != second)
            try await store.submit("a")
            try await store.submit("b")
            let expired = try #require(try await store.claimOne(first))
            let valid = try #require(try await store.claimOne(second))
            #expect(try await store.stats().workers.map(\.info.name) == ["same", "same"])
            try await store.expireLease(of: first)
            #expect(try await store.maintain().expiredWorkers == 1)
            #expect(try await store.heartbeat(second).leases.map(\.lease) == [valid.lease])
            #expect(try await store.complete(valid.lease, result: nil, adding: []) == .applied)
            #expect(try await store.claimSuspect(second)?.lease.task == expired.lease.task)
        }
    }
}
