import Testing

@testable import JobQueue

/// Workers abandon tasks that make no progress.
@Suite struct AbandonmentTests {
    @Test(arguments: Backend.allCases)
    func abandonedTaskIsClaimedByOtherWorkers(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let (first, second) = (try await store.worker(), try await store.worker())
            let task = try #require(try await store.claimOne(first))
            guard case .retried = try await store.abandon(task.lease, .transient) else {
                Issue.record("not retried")
                return
            }
            #expect(try await store.abandon(task.lease, .transient) == .stale)
            #expect(try await store.complete(task.lease, result: nil, adding: []) == .stale)
            #expect(try await store.heartbeat(first).leases.isEmpty)
            #expect(try await store.tasks(of: job).map(\.attempts) == [1])
            try await store.passTime()
            _ = try await store.maintain()
            #expect(try await store.claimOne(first) == nil)
            let again = try #require(try await store.claimOne(second))
            #expect(again.attempts == 1)
            // After the timeout the same worker may claim it again: it may be the only one.
            _ = try await store.abandon(again.lease, .transient)
            try await store.passTime()
            _ = try await store.maintain()
            #expect(try await store.claimOne(second) == nil)
            try await store.passTime()
            let last = try #require(try await store.claimOne(second))
            // Another outcome clears the restriction.
            _ = try await store.release(last.lease)
            #expect(try await store.claimOne(second) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func taskFailsAfterMaxAbandonments(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(maxAttempts: 2)) { store in
            let job = try await store.submit("a")
            for attempt in 1...2 {
                let task = try #require(try await store.claimOne(try await store.worker()))
                let outcome = try await store.abandon(task.lease, .transient)
                #expect((outcome == .final) == (attempt == 2))
                try await store.passTime()
                _ = try await store.maintain()
            }
            #expect(try await store.job(job)?.failure == .transient)
        }
    }

    @Test(arguments: Backend.allCases)
    func abandonedPublicationIsDeferred(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let (first, second) = (try await store.worker(), try await store.worker())
            let task = try #require(try await store.claimOne(first))
            _ = try await store.beginPublishing(task.lease, record: "r")
            _ = try await store.abandon(task.lease, .transient)
            try await store.passTime()
            #expect(try await store.claimOne(second) == nil)
            #expect(try await store.claimPublications(second, count: 1).map(\.record) == ["r"])
            #expect(try await store.tasks(of: task.lease.job).map(\.attempts) == [0])
        }
    }

    @Test(arguments: Backend.allCases)
    func abandonedTaskOfCancelledJobEnds(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.cancel(job)
            #expect(try await store.abandon(task.lease, .transient) == .cancelled)
            #expect(try await store.claimCleanups(worker, count: 1).count == 1)
        }
    }
}
