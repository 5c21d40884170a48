import Testing

@testable import JobQueue

@Suite struct JobFollowerTests {
    /// Collects all events until the follower's end.
    private func all(_ follower: JobFollower) async throws -> [JobEvent] {
        var (follower, events) = (follower, [JobEvent]())
        while let update = try await follower.next() { events += update.events }
        return events
    }

    /// Submits a job that fails and is retried.
    private func failedJob(_ times: Int, _ store: SQLStore) async throws -> JobID {
        let (job, worker) = (try await store.submit("a"), try await store.worker())
        for time in 1...times {
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.report(task.lease, TaskProgress(fraction: 0.5))
            _ = try await store.fail(task.lease, .permanent)
            if time < times {
                for cleanup in try await store.claimCleanups(worker, count: 1) {
                    _ = try await store.complete(cleanup.lease, result: nil, adding: [])
                }
                _ = try await store.retry(job)
            }
        }
        return job
    }

    /// The last page of events may be full or not.
    @Test(arguments: Backend.allCases, [1, 2, 3, 4, 9, 100])
    func eachEventIsReturnedOnceForAnyPageSize(_ backend: Backend, _ page: Int) async throws {
        try await backend.withStore { store in
            let job = try await failedJob(3, store)
            var follower = JobFollower(job, in: store, every: .zero)
            follower.page = page
            let events = try await all(follower)
            #expect(
                events.map(\.kind)
                    == Array(repeating: [.queued, .started, .failed], count: 3).flatMap(\.self))
            #expect(events == (try await store.events(of: job, after: 0, limit: 100)))
            let rest = JobFollower(job, in: store, after: events[6].sequence, every: .zero)
            #expect(try await all(rest) == Array(events[7...]))
        }
    }

    @Test func followingEndsWhenJobIsPruned() async throws {
        try await Backend.sqlite.withStore { store in
            let job = try await store.submit("a")
            var follower = JobFollower(job, in: store, every: .zero)
            #expect(try await follower.next()?.events.map(\.kind) == [.queued])
            #expect(try await follower.next()?.events == [])
            _ = try await store.cancel(job)
            _ = try await store.prune(olderThan: 0, states: [.cancelled], limit: 1)
            #expect(try await follower.next() == nil)
        }
    }

    /// A job may end between the read of its record and the read of its events.
    @Test func progressIsNotReportedAfterTheLastEvent() async throws {
        try await Backend.sqlite.withStore { store in
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            _ = try await store.report(task.lease, TaskProgress(fraction: 0.5))
            let running = try #require(try await store.job(job))
            let before = try await store.events(of: job, after: 0, limit: 10)
            #expect(JobFollower.Update(running, before, isFull: false).running == running)
            #expect(JobFollower.Update(running, before, isFull: true).running == nil)
            _ = try await store.complete(task.lease, result: nil, adding: [])
            let after = try await store.events(of: job, after: 0, limit: 10)
            #expect(JobFollower.Update(running, after, isFull: false).running == nil)
            let ended = try #require(try await store.job(job))
            #expect(JobFollower.Update(ended, [], isFull: false).running == nil)
        }
    }
}
