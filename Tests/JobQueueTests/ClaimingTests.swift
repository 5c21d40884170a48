import Testing

@testable import JobQueue

@Suite struct ClaimingTests {
    /// Workers of another version may support other kinds of tasks.
    @Test(arguments: Backend.allCases)
    func onlySupportedKindsAreClaimed(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = ["new", "old", "older"].map { NewTask(kind: $0) }
            _ = try await store.submit(JobRequest(key: "k", payload: "", tasks: tasks))
            let worker = try await store.worker()
            let claimed = try await store.claim(worker, count: 5, of: ["old", "older"])
            #expect(claimed.map(\.kind).sorted() == ["old", "older"])
            #expect(try await store.claim(worker, count: 5, of: ["ol", "ew"]).isEmpty)
            #expect(try await store.claim(worker, count: 5).map(\.kind) == ["new"])
        }
    }

    @Test(arguments: Backend.allCases)
    func taskIsClaimedByOneWorker(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let (first, second) = (try await store.worker("same"), try await store.worker("same"))
            #expect(first != second)
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(first))
            #expect(task.lease.job == job)
            #expect(task.payload == "a")
            #expect(task.jobPayload == "a")
            #expect(try await store.claimOne(second) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func tasksAreClaimedByPriorityThenAge(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for (key, priority) in [("a", 0), ("b", 5), ("c", -3), ("d", 5), ("e", 0)] {
                try await store.submit(key, priority: priority)
            }
            let worker = try await store.worker()
            var order: [String] = []
            while let task = try await store.claimOne(worker) { order.append(task.payload) }
            #expect(order == ["b", "d", "a", "e", "c"])
        }
    }

    @Test(arguments: Backend.allCases)
    func batchIsClaimedInOrder(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for key in ["a", "b", "c", "d"] { try await store.submit(key) }
            try await store.submit("e", priority: 1)
            let worker = try await store.worker()
            #expect(try await store.claim(worker, count: 3).map(\.payload) == ["e", "a", "b"])
            #expect(try await store.claim(worker, count: 3).map(\.payload) == ["c", "d"])
        }
    }

    /// A tenant that submits after another's backlog gets half of the claims.
    @Test(arguments: Backend.allCases)
    func tenantsAlternate(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<60 { try await store.submit("a\(index)", tenant: "a") }
            for _ in 0..<5 { _ = try await store.claimOne(worker) }
            for index in 0..<20 { try await store.submit("b\(index)", tenant: "b") }
            let next = try await store.claim(worker, count: 20).map(\.payload)
            #expect((9...11).contains(next.count { $0.hasPrefix("b") }), "\(next)")
        }
    }

    @Test(arguments: Backend.allCases)
    func claimsAreProportionalToWeight(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.setLimits(TenantLimits(weight: 3), ofTenant: "b")
            for index in 0..<40 {
                try await store.submit("a\(index)", tenant: "a")
                try await store.submit("b\(index)", tenant: "b")
            }
            let next = try await store.claim(try await store.worker(), count: 20).map(\.payload)
            #expect((14...16).contains(next.count { $0.hasPrefix("b") }), "\(next)")
        }
    }

    @Test(arguments: Backend.allCases)
    func claimsAreWeightedByCost(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for index in 0..<40 {
                try await store.submit("a\(index)", tenant: "a", cost: 30)
                try await store.submit("b\(index)", tenant: "b", cost: 10)
            }
            let next = try await store.claim(try await store.worker(), count: 20).map(\.payload)
            #expect((14...16).contains(next.count { $0.hasPrefix("b") }), "\(next)")
        }
    }

    @Test(arguments: Backend.allCases)
    func pausedQueueReturnsNoTasks(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let worker = try await store.worker()
            try await store.setPaused(true)
            try await store.setPaused(true)
            #expect(try await store.claimOne(worker) == nil)
            #expect(try await store.stats().isPaused)
            try await store.setPaused(false)
            #expect(try await store.claimOne(worker) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func delayedJobIsAdmittedWhenDue(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("later", delay: 3600)
            let worker = try await store.worker()
            _ = try await store.maintain()
            #expect(try await store.claimOne(worker) == nil)
            #expect(try await store.job(job)?.admission == .delayed)
            try await store.passTime()
            #expect(try await store.maintain().admitted == 1)
            #expect(try await store.claimOne(worker)?.lease.job == job)
        }
    }

    /// A task that becomes ready again starts at the virtual clock: claims do not search before `scan_start`.
    @Test(arguments: Backend.allCases)
    func releasedTaskStartsAtVirtualClock(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            try await store.submit("first")
            let first = try #require(try await store.claimOne(worker))
            for index in 0..<5 { try await store.submit("\(index)", cost: 100) }
            for _ in 0..<3 { _ = try await store.claimOne(worker) }
            let clock = SQLStatement("clock", "SELECT time FROM virtual_clock WHERE priority = 0")
            let start = SQLStatement("start", "SELECT virtual_start FROM task WHERE id = $1")
            let reached = try await store.database.single(.normal, clock, [])[0].integer("time")
            #expect(reached > 0)
            _ = try await store.release(first.lease)
            let now = try await store.database.single(
                .normal, start, [.integer(first.lease.task)])[0].integer("virtual_start")
            #expect(now >= reached)
        }
    }

    @Test(arguments: Backend.allCases)
    func concurrentWorkersCompleteEachTaskOnce(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for index in 0..<100 { try await store.submit("\(index)") }
            let done = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let worker = try await store.worker()
                        var done: [String] = []
                        while let task = try await store.claimOne(worker) {
                            let end = try await store.complete(task.lease, result: nil, adding: [])
                            if end == .applied { done.append(task.payload) }
                        }
                        return done
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(done.count == 100)
            #expect(Set(done).count == 100)
            let stats = try await store.stats()
            #expect(stats.jobs == [.completed: 100])
            #expect(stats.tasks.isEmpty)
        }
    }
}
