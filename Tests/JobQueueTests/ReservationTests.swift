import Testing

@testable import JobQueue

/// Who runs suspects, and when.
@Suite struct ReservationTests {
    /// Puts a job's tasks into quarantine.
    private func suspects(
        _ key: String, count: Int = 1, priority: Int = 0, in store: SQLStore
    ) async throws -> JobID {
        let tasks = (0..<count).map { NewTask(kind: "work", payload: "\(key)\($0)") }
        let job = try await store.submit(
            JobRequest(key: key, priority: priority, payload: "", tasks: tasks)
        ).job.id
        let worker = try await store.worker()
        #expect(try await store.claim(worker, count: count).count == count)
        #expect(try await store.lose(worker).returned == count)
        return job
    }

    @Test(arguments: Backend.allCases)
    func busyWorkerReservesWhatHasWaited(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await suspects("a", in: store)
            let (first, second) = (try await store.worker(), try await store.worker())
            func ask(_ worker: Int64) async throws -> SuspectClaim {
                try await store.claimSuspect(worker, isIdle: false, of: nil)
            }
            #expect(try await ask(first) == .none)
            try await store.passTime()
            #expect(try await ask(first) == .reserved(job))
            #expect(try await ask(first) == .reserved(job))
            #expect(try await ask(second) == .none)
            // One that dies meanwhile keeps nobody from it, nor does one that does not ask again.
            try await store.lose(first)
            #expect(try await ask(second) == .reserved(job))
            let third = try await store.worker()
            #expect(try await ask(third) == .none)
            try await store.sql("UPDATE reservation SET until = 0")
            #expect(try await ask(third) == .reserved(job))
            try await store.deregister(third)
            #expect(try await ask(second) == .reserved(job))
            // A worker that is idle sooner takes the task; then nobody waits for it.
            let idle = try await store.worker()
            #expect(try await store.claimSuspect(idle) != nil)
            #expect(try await ask(second) == .none)
        }
    }

    /// A hostile film of a hundred tasks must not take a hundred workers down at a time.
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

    /// Urgent tasks go first, but not for ever; and the one that crashed lets other suspects go first.
    @Test(arguments: Backend.allCases)
    func suspectsKeepTheirPlaceAmongPriorities(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let bad = try await suspects("bad", in: store)
            let good = try await suspects("good", in: store)
            var worker = try await store.worker()
            #expect(try await store.claimSuspect(worker)?.lease.job == bad)
            try await store.lose(worker)
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

    /// A process that never asks for suspects is kept from nothing else.
    @Test(arguments: Backend.allCases)
    func expiredReservationsAreForgotten(_ backend: Backend) async throws {
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
