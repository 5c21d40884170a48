import Testing

@testable import JobQueue

/// The charges of tenants: estimates, which plans and measured CPU times replace.
@Suite struct FairChargingTests {
    /// The virtual finish time of a tenant, in seconds.
    private func finish(_ store: SQLStore, _ tenant: String = "default") async throws -> Double? {
        try await store.sql(
            "SELECT time FROM virtual_finish WHERE tenant = $1", [.text(tenant)]
        ).first.map { Double(try $0.integer("time")) / 1000 }
    }

    /// The virtual start times of ready tasks, in seconds.
    private func starts(_ store: SQLStore) async throws -> [Double] {
        try await store.sql(
            "SELECT virtual_start FROM task WHERE state = \(task: .ready) ORDER BY virtual_start, id"
        ).map { Double(try $0.integer("virtual_start")) / 1000 }
    }

    private func claim(_ store: SQLStore) async throws -> Lease {
        try #require(try await store.claimOne(store.worker())).lease
    }

    @Test(arguments: Backend.allCases)
    func measuredTimeReplacesEstimate(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.setLimits(TenantLimits(weight: 2), ofTenant: "heavy")
            try await store.submit("a", cost: 10)
            try await store.submit("b", tenant: "heavy", cost: 10)
            #expect(try await finish(store) == 10)
            #expect(try await finish(store, "heavy") == 5)
            for _ in 0..<2 {
                let lease = try await claim(store)
                for _ in 0..<2 {
                    // A repeated call, whose first response was lost, charges nothing.
                    let end = try await store.complete(
                        lease, result: nil, adding: [], cpuSeconds: 30)
                    #expect(end == .applied)
                }
            }
            #expect(try await finish(store) == 30)
            #expect(try await finish(store, "heavy") == 15)
        }
    }

    @Test(arguments: Backend.allCases)
    func refundEndsAtZero(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.submit("a", cost: 10)
            let lease = try await claim(store)
            try await store.sql("UPDATE virtual_finish SET time = 4000")
            _ = try await store.complete(lease, result: nil, adding: [], cpuSeconds: 1)
            #expect(try await finish(store) == 0)
        }
    }

    @Test(arguments: Backend.allCases)
    func planReplacesEstimateOfTheSubmission(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.submit("single", tenant: "a", cost: 2)
            try await store.submit("split", tenant: "b", cost: 50)
            let single = try await claim(store)
            for _ in 0..<2 {
                let planned = TaskProgress(fraction: 0, expectedCPUSeconds: 40)
                #expect(try await store.report(single, planned) == .applied)
            }
            #expect(try await finish(store, "a") == 40)
            let parts = [NewTask(kind: "test", cost: 5), NewTask(kind: "test", cost: 7)]
            let split = try await claim(store)
            _ = try await store.complete(split, result: nil, adding: parts, cpuSeconds: 1)
            #expect(try await finish(store, "b") == 1 + 5 + 7)
            // The tasks follow the planning, as if its estimate had been correct.
            #expect(try await starts(store) == [1, 6])
            _ = try await store.complete(single, result: nil, adding: [], cpuSeconds: 25)
            #expect(try await finish(store, "a") == 25)
        }
    }

    @Test(arguments: Backend.allCases)
    func failedAttemptsAreCharged(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.submit("a", cost: 10)
            _ = try await store.fail(try await claim(store), .transient, cpuSeconds: 4)
            #expect(try await finish(store) == 14)
            try await store.passTime()
            _ = try await store.maintain()
            _ = try await store.abandon(try await claim(store), .transient, cpuSeconds: 3)
            #expect(try await finish(store) == 17)
            try await store.passTime()
            _ = try await store.maintain()
            _ = try await store.release(try await claim(store), after: 0, cpuSeconds: 2)
            #expect(try await finish(store) == 19)
            _ = try await store.fail(try await claim(store), .permanent, cpuSeconds: 1)
            // A cleanup takes a millisecond of virtual time.
            #expect(try await finish(store) == 4 + 3 + 2 + 1 + 0.001)
        }
    }

    /// The CPU time since the last report is unknown: a tenant whose uploads crash workers must not gain by it.
    @Test(arguments: Backend.allCases)
    func crashedAttemptIsChargedAsReported(_ backend: Backend) async throws {
        try await backend.withStore(
            QueuePolicy(maxConsecutiveCrashes: 1), clockStep: 0
        ) { store in
            try await store.submit("a", cost: 10)
            let worker = try await store.worker()
            let lease = try #require(try await store.claimOne(worker)).lease
            for seconds in [7.0, 6] {
                _ = try await store.report(lease, TaskProgress(fraction: 0.1, cpuSeconds: seconds))
            }
            #expect(try await finish(store) == 10)
            try await store.reclaim(from: worker)
            #expect(try await finish(store) == 17)
            // Nothing is refunded for a dead letter whose CPU time is unknown.
            let second = try await store.worker()
            _ = try #require(try await store.claimSuspect(second))
            #expect(try await store.reclaim(from: second).failedTasks == 1)
            #expect(try await finish(store) == 17)
        }
    }

    @Test(
        arguments: Backend.allCases, [Double.nan, .infinity, -.infinity, -1, -1e-9, 1e8 + 1, 1e300])
    func impossibleTimeLeavesEstimate(_ backend: Backend, seconds: Double) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.submit("a", cost: 10)
            let lease = try await claim(store)
            let progress = TaskProgress(
                fraction: 0, cpuSeconds: seconds, expectedCPUSeconds: seconds)
            #expect(try await store.report(lease, progress) == .applied)
            let end = try await store.complete(
                lease, result: nil, adding: [], cpuSeconds: seconds)
            #expect(end == .applied)
            #expect(try await finish(store) == 10)
        }
    }

    /// Tasks that did not run are not charged, and are charged again if the job is retried.
    @Test(arguments: Backend.allCases)
    func tasksThatDidNotRunAreRefunded(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let parts = [NewTask(kind: "test", cost: 3), NewTask(kind: "test", cost: 5)]
            let job = try await store.submit(
                JobRequest(key: "a", payload: "", tasks: parts)
            ).job.id
            let other = try await store.submit("b", cost: 90)
            #expect(try await finish(store) == 98)
            _ = try await store.cancel(other)
            #expect(try await finish(store) == 8)
            _ = try await store.fail(try await claim(store), .permanent, cpuSeconds: 1)
            #expect(try await store.state(job) == .failed)
            let cleaned = try await finish(store) ?? 0
            // A cleanup takes a millisecond of virtual time.
            #expect((1...1.01).contains(cleaned))
            for cleanup in try await store.claimCleanups(store.worker(), count: 1) {
                _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            }
            _ = try await store.retry(job)
            #expect(try await finish(store) == cleaned + 8)
        }
    }

    @Test(arguments: Backend.allCases)
    func correctionMovesReadyTasks(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            for index in 0..<40 { try await store.submit("a\(index)", tenant: "a", cost: 1) }
            try await store.submit("b", tenant: "b", cost: 1)
            let lease = try await claim(store)
            _ = try await store.complete(lease, result: nil, adding: [], cpuSeconds: 11)
            // The first ones, and all up to the new start of those; the last ones are too far behind to be next.
            let moved = try await starts(store)
            #expect(moved.prefix(2) == [0, 11])
            #expect(moved.count { $0 < 11 } == 1)
            #expect(moved.last == 36 || moved.last == 39)
            let next = try await claim(store)
            #expect(try await store.job(next.job)?.tenant == "b")
            let second = try await claim(store)
            _ = try await store.complete(second, result: nil, adding: [], cpuSeconds: 0)
            #expect(try await starts(store).first == 11)
        }
    }

    /// A correction concerns tasks that are not done: its row remains.
    @Test(arguments: Backend.allCases)
    func correctionOutlivesObsoleteFinishTime(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.submit("a", cost: 10)
            try await store.submit("b", cost: 10)
            _ = try await store.complete(
                try await claim(store), result: nil, adding: [], cpuSeconds: 2)
            try await store.sql("UPDATE virtual_clock SET time = 90000")
            #expect(try await store.deleteObsoleteFinishes() == 0)
            _ = try await store.complete(
                try await claim(store), result: nil, adding: [], cpuSeconds: 2)
            #expect(try await store.deleteObsoleteFinishes() == 1)
            #expect(try await finish(store) == nil)
        }
    }

    /// Transactions of one tenant lock jobs, tasks and the virtual finish time in the same order.
    @Test(arguments: Backend.allCases)
    func concurrentChargesAddUp(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            for index in 0..<60 { try await store.submit("\(index)", cost: 2) }
            let expired = try await store.worker("expired")
            for task in try await store.claim(expired, count: 12) {
                _ = try await store.report(
                    task.lease, TaskProgress(fraction: 0.1, cpuSeconds: 1))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let worker = try await store.worker()
                        for _ in 0..<12 {
                            for task in try await store.claim(worker, count: 1) {
                                _ = try await store.complete(
                                    task.lease, result: nil, adding: [], cpuSeconds: 5)
                            }
                        }
                    }
                }
                group.addTask { try await store.reclaim(from: expired) }
                try await group.waitForAll()
            }
            // Tasks that are locked when a worker claims are left over.
            let left = try await store.stats().tasks[.ready] ?? 0
            let finish = try #require(try await finish(store))
            #expect(finish == Double(12 * (2 + 1) + (48 - left) * 5 + left * 2))
        }
    }
}
