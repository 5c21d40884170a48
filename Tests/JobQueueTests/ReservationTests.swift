import Testing

@testable import JobQueue

/// Reservations of busy workers for suspects.
@Suite struct ReservationTests {
    /// Quarantines the tasks of a new job.
    private func suspects(
        _ key: String, count: Int = 1, priority: Int = 0, in store: SQLStore
    ) async throws -> JobID {
        let tasks = (0..<count).map { NewTask(kind: "test", payload: "\(key)\($0)") }
        let job = try await store.submit(
            JobRequest(key: key, priority: priority, payload: "", tasks: tasks)
        ).job.id
        let worker = try await store.worker()
        #expect(try await store.claim(worker, count: count).count == count)
        #expect(try await store.reclaim(from: worker).requeuedTasks == count)
        return job
    }

    @Test(arguments: Backend.allCases)
    func busyWorkerReservesOverdueSuspect(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await suspects("a", in: store)
            let (first, second) = (try await store.worker(), try await store.worker())
            func claim(_ worker: Int64) async throws -> SuspectClaim {
                try await store.claimSuspect(worker, isIdle: false, of: nil)
            }
            #expect(try await claim(first) == .none)
            try await store.passTime()
            #expect(try await claim(first) == .reserved(job))
            #expect(try await claim(first) == .reserved(job))
            #expect(try await claim(second) == .none)
            // A reservation that its worker does not renew expires.
            try await store.reclaim(from: first)
            #expect(try await claim(second) == .reserved(job))
            let third = try await store.worker()
            #expect(try await claim(third) == .none)
            try await store.sql("UPDATE reservation SET until = 0")
            #expect(try await claim(third) == .reserved(job))
            try await store.deregister(third)
            #expect(try await claim(second) == .reserved(job))
            // A worker that is idle sooner claims the task, which ends the reservation.
            let idle = try await store.worker()
            #expect(try await store.claimSuspect(idle) != nil)
            #expect(try await claim(second) == .none)
        }
    }

    /// A hostile upload with a hundred tasks must not take down a hundred workers at the same time.
    @Test(arguments: Backend.allCases)
    func suspectsOfOneJobRunOneAtATime(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await suspects("a", count: 3, in: store)
            let other = try await suspects("b", in: store)
            let (first, second) = (try await store.worker(), try await store.worker())
            let task = try #require(try await store.claimSuspect(first))
            #expect(task.lease.job == job)
            #expect(try await store.claimSuspect(second)?.lease.job == other)
            let third = try await store.worker()
            #expect(try await store.claimSuspect(third) == nil)
            try await store.passTime()
            #expect(try await store.claimSuspect(third, isIdle: false, of: nil) == .none)
            _ = try await store.complete(task.lease, result: nil, adding: [])
            #expect(try await store.claimSuspect(third)?.lease.job == job)
        }
    }

    /// Tasks of higher priorities run first until a suspect is overdue; suspects with fewer crashes run before others.
    @Test(arguments: Backend.allCases)
    func suspectsAreOrderedByPriorityAndCrashCount(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let bad = try await suspects("bad", in: store)
            let good = try await suspects("good", in: store)
            var worker = try await store.worker()
            #expect(try await store.claimSuspect(worker)?.lease.job == bad)
            try await store.reclaim(from: worker)
            worker = try await store.worker()
            try await store.submit("equal")
            let next = try #require(try await store.claimSuspect(worker))
            #expect(next.lease.job == good)
            _ = try await store.complete(next.lease, result: nil, adding: [])
            try await store.submit("urgent", priority: 1)
            #expect(try await store.claimSuspect(worker) == nil)
            try await store.passTime()
            #expect(try await store.claimSuspect(worker)?.lease.job == bad)
        }
    }

    /// Expired reservations are deleted even if no worker claims suspects.
    @Test(arguments: Backend.allCases)
    func expiredReservationsAreDeleted(_ backend: Backend) async throws {
        try await backend.withStore { store in
            _ = try await suspects("a", in: store)
            try await store.passTime()
            _ = try await store.claimSuspect(store.worker(), isIdle: false, of: nil)
            #expect(try await store.sql("SELECT job FROM reservation").count == 1)
            _ = try await store.maintain()
            #expect(try await store.sql("SELECT job FROM reservation").count == 1)
            try await store.sql("UPDATE reservation SET until = 0")
            _ = try await store.maintain()
            #expect(try await store.sql("SELECT job FROM reservation").isEmpty)
        }
    }
}
