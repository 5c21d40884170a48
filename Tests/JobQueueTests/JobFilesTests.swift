import Testing

@testable import JobQueue

/// The identity of a queue, and the removal of files of failed jobs.
@Suite struct JobFilesTests {
    @Test(arguments: Backend.allCases)
    func identityIsConstantAndDiffersBetweenQueues(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let identity = try await store.identity()
            #expect(try await store.identity() == identity)
            let again = SQLStore(store.database, policy: QueuePolicy())
            #expect(try await again.identity() == identity)
            try await backend.withStore { other in
                let different = try await other.identity()
                #expect(different != identity)
            }
        }
    }

    /// Fails a job of one task.
    private func fail(
        _ key: String, with failure: TaskFailure = .transient, in store: SQLStore, _ worker: Int64
    ) async throws -> JobID {
        let job = try await store.submit(key)
        while try await store.state(job) != .failed {
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.fail(task.lease, failure)
            try await store.passTime()
            _ = try await store.maintain()
        }
        return job
    }

    private func kinds(_ job: JobID, _ store: SQLStore) async throws -> [String] {
        try await store.tasks(of: job).map(\.kind)
    }

    @Test(arguments: Backend.allCases)
    func failedJobsAreListedWhileTheyHaveFiles(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            var jobs: [JobID] = []
            for index in 0..<5 {
                jobs.append(try await fail("\(index)", in: store, worker))
            }
            // A permanent failure removes the files itself.
            _ = try await fail("permanent", with: .permanent, in: store, worker)
            try await store.submit("waiting")
            var (found, cursor): ([JobID], JobID?) = ([], nil)
            repeat {
                let page = try await store.failedJobs(after: cursor, limit: 2)
                found += page.jobs.map(\.id)
                cursor = page.next
            } while cursor != nil
            #expect(found == jobs)
            #expect(try await store.removeFiles(of: jobs[1]))
            #expect(
                try await store.failedJobs(after: nil, limit: 10).jobs.map(\.id)
                    == [jobs[0], jobs[2], jobs[3], jobs[4]])
        }
    }

    @Test(arguments: Backend.allCases)
    func removalIsOneCleanup(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            let job = try await fail("a", in: store, worker)
            #expect(try await store.removeFiles(of: job))
            #expect(try await !store.removeFiles(of: job))
            let cleanup = try #require(try await store.claimCleanups(worker, count: 2).first)
            #expect(cleanup.kind == NewTask.cleanup && cleanup.lease.job == job)
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await !store.removeFiles(of: job))
            #expect(try await kinds(job, store) == ["test", NewTask.cleanup])
            // It remains failed, and a retry uses another workspace.
            #expect(try await store.state(job) == .failed)
            _ = try await store.retry(job)
            #expect(try await store.claimOne(worker)?.generation == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func jobsThatHaveNotFailedKeepTheirFiles(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            let job = try await store.submit("a")
            #expect(try await !store.removeFiles(of: job))
            let task = try #require(try await store.claimOne(worker))
            #expect(try await !store.removeFiles(of: job))
            _ = try await store.complete(task.lease, result: nil, adding: [])
            #expect(try await !store.removeFiles(of: job))
            let unknown = try #require(JobID("00000000000000000000"))
            #expect(try await !store.removeFiles(of: unknown))
            #expect(try await store.failedJobs(after: nil, limit: 10).jobs == [])
        }
    }

    /// A task that runs although its job has failed may still write files.
    @Test(arguments: Backend.allCases)
    func filesOfRunningTasksRemain(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            let job = try await store.submit(
                JobRequest(
                    key: "k", payload: "", tasks: [NewTask(kind: "a"), NewTask(kind: "b")])
            ).job.id
            let tasks = try await store.claim(worker, count: 2)
            let failure = TaskFailure(
                .unreadablePublication, message: "m", advice: "a", isPermanent: false)
            #expect(try await store.fail(tasks[0].lease, failure) == .final)
            #expect(try await !store.removeFiles(of: job))
            _ = try await store.release(tasks[1].lease)
            #expect(try await store.removeFiles(of: job))
        }
    }
}

/// Publications that no worker can resolve.
@Suite struct UnreadablePublicationTests {
    @Test(arguments: Backend.allCases)
    func checksAreCounted(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            try await store.submit("a")
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.beginPublishing(task.lease, record: "r")
            try await store.releaseUnstarted(task.lease)
            for checks in 0..<3 {
                let found = try await store.claimPublications(worker, count: 1)
                #expect(found.map(\.checks) == [checks])
                try await store.deferPublication(try #require(found.first).lease)
                try await store.passTime()
            }
        }
    }

    /// The job fails at once and can be retried: its artifacts remain.
    @Test(arguments: Backend.allCases)
    func failureEndsTheJob(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            let job = try await store.submit("a")
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.beginPublishing(task.lease, record: "r")
            let failure = TaskFailure(
                .unreadablePublication, message: "m", advice: "a", isPermanent: false)
            #expect(try await store.fail(task.lease, failure) == .final)
            #expect(try await store.job(job)?.failure?.code == "UNREADABLE_PUBLICATION")
            #expect(try await store.claimPublications(worker, count: 1).isEmpty)
            #expect(try await store.claimCleanups(worker, count: 1).isEmpty)
            _ = try await store.retry(job)
            #expect(try await store.claimOne(worker)?.lease.task == task.lease.task)
        }
    }
}
