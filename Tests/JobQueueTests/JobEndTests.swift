import Testing

@testable import JobQueue

@Suite struct JobEndTests {
    @Test(arguments: Backend.allCases)
    func unclaimedJobIsCancelledAtOnce(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            for _ in 1...2 {
                let cancelled = try await store.cancel(job)
                #expect(cancelled.state == .cancelled && !cancelled.isCancelRequested)
            }
            #expect(try await store.claimOne(try await store.worker()) == nil)
            #expect(try await store.kinds(job) == [.queued, .cancelled])
            // The idempotency key is released.
            #expect(try await store.submit("a") != job)
        }
    }

    @Test(arguments: Backend.allCases)
    func runningJobIsCancelledAfterItsTasksAreReleased(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = [NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c")]
            let job = try await store.submit(
                JobRequest(key: "k", payload: "", tasks: tasks)
            ).job.id
            let worker = try await store.worker()
            let held = try await store.claim(worker, count: 2)
            let requested = try await store.cancel(job)
            #expect(requested.isCancelRequested)
            #expect(requested.state == .queued)
            #expect(try await store.claimOne(worker) == nil)
            #expect(try await store.release(held[0].lease) == .applied)
            #expect(try await store.fail(held[1].lease, .transient) == .cancelled)
            let cleanup = try #require(try await store.claimOne(worker))
            #expect(cleanup.kind == NewTask.cleanup)
            #expect(try await store.state(job) == .queued)
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            let cancelled = try #require(try await store.job(job))
            #expect(cancelled.state == .cancelled && !cancelled.isCancelRequested)
            #expect(try await store.kinds(job) == [.queued, .cancelled])
        }
    }

    @Test(arguments: Backend.allCases)
    func jobBeingCancelledReleasesItsKey(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            _ = try await store.cancel(job)
            let next = try await store.submit("a")
            #expect(next != job)
            #expect(try await store.submit("a") == next)
            _ = try await store.release(task.lease)
            #expect(try await store.state(next) == .queued)
        }
    }

    /// Found by the simulation: a cleanup's first report started the job, and recorded an event.
    @Test(arguments: Backend.allCases)
    func jobBeingCancelledIsNotStartedByReports(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.cancel(job)
            #expect(try await store.report(task.lease, TaskProgress(fraction: 0)) == .applied)
            _ = try await store.release(task.lease)
            let cleanup = try #require(try await store.claimOne(worker))
            #expect(try await store.report(cleanup.lease, TaskProgress(fraction: 0)) == .applied)
            #expect(try await store.state(job) == .queued)
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.kinds(job) == [.queued, .cancelled])
        }
    }

    /// A task that stops late could write files after the cleanup.
    @Test(arguments: Backend.allCases)
    func cleanupStartsAfterLastTaskIsReleased(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let tasks = [NewTask(kind: "a"), NewTask(kind: "b"), NewTask(kind: "c")]
            let job = try await store.submit(JobRequest(key: "k", payload: "", tasks: tasks)).job.id
            let worker = try await store.worker()
            let held = try await store.claim(worker, count: 3)
            #expect(try await store.fail(held[0].lease, .permanent) == .final)
            #expect(try await store.claimOne(worker) == nil)
            #expect(try await store.release(held[1].lease) == .applied)
            #expect(try await store.claimOne(worker) == nil)
            _ = try await store.complete(held[2].lease, result: nil, adding: [])
            #expect(try await store.claimOne(worker)?.kind == NewTask.cleanup)
            #expect(try await store.state(job) == .failed)
        }
    }

    @Test(arguments: Backend.allCases)
    func failedCleanupIsRetried(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            #expect(try await store.fail(task.lease, .permanent) == .final)
            #expect(try await store.prune(olderThan: 0, states: [.failed], limit: 1) == 1)
            for _ in 0..<7 {
                try await store.passTime()
                _ = try await store.maintain()
                let cleanup = try #require(try await store.claimCleanups(worker, count: 1).first)
                guard case .retried = try await store.fail(cleanup.lease, .transient) else {
                    Issue.record("a cleanup became a dead letter")
                    return
                }
            }
            try await store.passTime()
            _ = try await store.maintain()
            let cleanup = try #require(try await store.claimOne(worker))
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.tasks(of: job).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func cleanupsAreClaimedWhilePaused(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            try await store.submit("b")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.cancel(job)
            _ = try await store.release(task.lease)
            try await store.setPaused(true)
            #expect(try await store.claimOne(worker) == nil)
            let cleanup = try #require(try await store.claimCleanups(worker, count: 5).first)
            #expect(cleanup.lease.job == job)
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.state(job) == .cancelled)
            #expect(try await store.claimCleanups(worker, count: 5).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func expiredLeaseDoesNotBlockCancellation(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let (first, second) = (try await store.worker(), try await store.worker())
            _ = try await store.claimOne(first)
            _ = try await store.cancel(job)
            try await store.expireLease(of: first)
            _ = try await store.maintain()
            let cleanup = try #require(try await store.claimOne(second))
            #expect(cleanup.kind == NewTask.cleanup)
            // A cleanup that fails does not block it either.
            try await store.expireLease(of: second)
            _ = try await store.maintain()
            let third = try await store.worker()
            let again = try #require(try await store.claimOne(third))
            _ = try await store.fail(again.lease, .permanent)
            #expect(try await store.state(job) == .cancelled)
        }
    }

    @Test(arguments: Backend.allCases)
    func committedPublicationIsNotCancelled(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            #expect(try await store.beginPublishing(task.lease, record: "r") == .applied)
            #expect(try await store.cancel(job).isCancelRequested)
            #expect(try await store.complete(task.lease, result: "done", adding: []) == .applied)
            let completed = try #require(try await store.job(job))
            #expect(completed.state == .completed && !completed.isCancelRequested)
            #expect(try await store.kinds(job) == [.queued, .published])
        }
    }

    @Test(arguments: Backend.allCases)
    func cancelledJobIsNotPublished(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            _ = try await store.cancel(job)
            #expect(try await store.beginPublishing(task.lease, record: "r") == .stale)
        }
    }

    /// Another worker claims the task only with the record of the publication.
    @Test(arguments: Backend.allCases)
    func publicationIsClaimedAfterLeaseExpiry(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let (first, second) = (try await store.worker(), try await store.worker())
            let task = try #require(try await store.claimOne(first))
            _ = try await store.beginPublishing(task.lease, record: "where it is")
            #expect(try await store.claimPublications(second, count: 5).isEmpty)
            try await store.expireLease(of: first)
            _ = try await store.maintain()
            #expect(try await store.claimOne(second) == nil)
            let found = try await store.claimPublications(second, count: 5)
            #expect(found.map(\.record) == ["where it is"])
            #expect(found.map(\.isCancelRequested) == [false])
            let lease = try #require(found.first?.lease)
            #expect(lease.fencingToken > task.lease.fencingToken)
            #expect(try await store.claimPublications(second, count: 5).isEmpty)
            #expect(try await store.complete(task.lease, result: "old", adding: []) == .stale)
            #expect(try await store.complete(lease, result: "new", adding: []) == .applied)
            #expect(try await store.job(job)?.result == "new")
            #expect(try await store.kinds(job) == [.queued, .published])
        }
    }

    @Test(arguments: Backend.allCases)
    func rolledBackPublicationIsClaimable(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.beginPublishing(task.lease, record: "r")
            try await store.deregister(worker)
            let next = try await store.worker()
            let found = try #require(try await store.claimPublications(next, count: 1).first)
            #expect(try await store.release(found.lease) == .applied)
            #expect(try await store.claimOne(next)?.lease.task == task.lease.task)
        }
    }

    /// A worker that does not know of a publication does not know its outcome.
    @Test(arguments: Backend.allCases)
    func unknownPublicationOutcomeIsDetermined(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.beginPublishing(task.lease, record: "r")
            try await store.releaseUnstarted(task.lease)
            #expect(try await store.claimOne(worker) == nil)
            let found = try await store.claimPublications(worker, count: 1)
            #expect(found.map(\.record) == ["r"])
            let other = try await store.submit("b")
            let running = try #require(try await store.claimOne(worker))
            try await store.releaseUnstarted(running.lease)
            #expect(try await store.claimOne(worker)?.lease.job == other)
            #expect(try await store.state(job) == .queued)
        }
    }

    /// While a file server does not respond, checks back off and do not delay other publications.
    @Test(arguments: Backend.allCases)
    func unresolvedPublicationIsDeferredWithBackoff(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.beginPublishing(task.lease, record: "r")
            try await store.deferPublication(task.lease)
            for _ in 0..<5 {
                #expect(try await store.claimPublications(worker, count: 1).isEmpty)
                let waiting = try #require(try await store.tasks(of: job).first)
                #expect(waiting.state == .publishing && waiting.due != nil)
                try await store.passTime()
                let found = try await store.claimPublications(worker, count: 1)
                #expect(found.map(\.record) == ["r"])
                try await store.deferPublication(try #require(found.first).lease)
                // A stale lease has no effect.
                try await store.deferPublication(task.lease)
            }
            // Checks are not reclaims, and a rolled back publication is claimed like any task.
            try await store.passTime()
            let found = try #require(try await store.claimPublications(worker, count: 1).first)
            #expect(try await store.release(found.lease) == .applied)
            let again = try #require(try await store.claimOne(worker))
            #expect(try await store.tasks(of: job).first?.reclaims == 0)
            // After an error of the queue, it is unknown whether the task publishes.
            try await store.deferPublication(again.lease)
            #expect(try await store.claimOne(worker)?.lease.task == task.lease.task)
        }
    }

    @Test(arguments: Backend.allCases)
    func pruneDeletesJobsWithTheirRecords(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(maxAttempts: 1)) { store in
            let worker = try await store.worker()
            let done = try await store.submit("done", webhook: "https://example.org")
            let first = try #require(try await store.claimOne(worker))
            _ = try await store.complete(first.lease, result: nil, adding: [])
            let failed = try await store.submit("failed")
            let second = try #require(try await store.claimOne(worker))
            _ = try await store.fail(second.lease, .transient)
            let open = try await store.submit("open")
            let all = JobState.allCases
            #expect(try await store.prune(olderThan: 3600, states: all, limit: 10) == 0)
            // Its event is undelivered.
            #expect(try await store.prune(olderThan: 0, states: [.completed], limit: 10) == 0)
            for delivery in try await store.claimDeliveries(count: 5) {
                try await store.delivered(delivery.id)
            }
            #expect(try await store.prune(olderThan: 0, states: [.completed], limit: 10) == 1)
            #expect(try await store.job(done) == nil)
            #expect(try await store.claimDeliveries(count: 5).isEmpty)
            #expect(try await store.events(of: done, after: 0, limit: 5).isEmpty)
            // The files of a failed job are removed first.
            #expect(try await store.prune(olderThan: 0, states: all, limit: 10) == 1)
            #expect(try await store.prune(olderThan: 0, states: all, limit: 10) == 0)
            #expect(try await store.jobs(JobFilter()).map(\.id) == [open])
            let claimed = try await store.claim(worker, count: 5)
            let cleanup = try #require(claimed.first { $0.kind == NewTask.cleanup })
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.job(failed) == nil)
            #expect(try await store.tasks(of: failed).isEmpty)
        }
    }

    /// A pruned job is deleted only after its cleanup: otherwise its files would remain.
    @Test(arguments: Backend.allCases, [true, false])
    func prunedJobIsDeletedAfterItsCleanup(_ backend: Backend, isLost: Bool) async throws {
        try await backend.withStore(QueuePolicy(maxAttempts: 1, maxReclaims: 1)) { store in
            let job = try await store.submit("a")
            let first = try await store.worker()
            let task = try #require(try await store.claimOne(first))
            _ = try await store.cancel(job)
            _ = try await store.release(task.lease)
            let cleanup = try #require(try await store.claimCleanups(first, count: 1).first)
            if isLost {
                try await store.expireLease(of: first)
                _ = try await store.maintain()
            } else {
                _ = try await store.fail(cleanup.lease, .transient)
            }
            #expect(try await store.state(job) == .cancelled)
            #expect(try await store.prune(olderThan: 0, states: [.cancelled], limit: 9) == 1)
            #expect(try await store.jobs(JobFilter()).isEmpty)
            try await store.passTime()
            _ = try await store.maintain()
            let second = try await store.worker()
            let again = try #require(try await store.claimCleanups(second, count: 1).first)
            #expect(again.lease.task == cleanup.lease.task)
            _ = try await store.complete(again.lease, result: nil, adding: [])
            #expect(try await store.job(job) == nil)
        }
    }
}
