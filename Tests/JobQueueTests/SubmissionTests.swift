import Testing

@testable import JobQueue

@Suite struct SubmissionTests {
    @Test(arguments: Backend.allCases)
    func repeatedKeyReturnsTheSameJob(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let request = JobRequest(
                key: "a", payload: "{}", tasks: [NewTask(kind: "test")])
            let first = try await store.submit(request)
            let second = try await store.submit(request)
            #expect(first.isNew)
            #expect(!second.isNew)
            #expect(second.job.id == first.job.id)
            var other = request
            other.tenant = "b"
            #expect(try await store.submit(other).isNew)
            #expect(try await store.kinds(first.job.id) == [.queued])
        }
    }

    @Test(arguments: Backend.allCases)
    func concurrentSubmissionsWithOneKeyCreateOneJob(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let jobs = try await withThrowingTaskGroup(of: JobID.self) { group in
                for _ in 0..<16 { group.addTask { try await store.submit("same") } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(jobs.count == 1)
            #expect(try await store.stats().tasks == [.ready: 1])
        }
    }

    @Test(arguments: Backend.allCases)
    func submittedJobIsReadBackUnchanged(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let payload = #"{"upload":"/ü \"'\\ 🎬.mov"}"#
            let id = try await store.submit(
                JobRequest(
                    tenant: "t'); DROP TABLE job; --", key: "k", priority: -7, payload: payload,
                    tasks: [NewTask(kind: "test")], webhook: "https://example.org/hook")
            ).job.id
            let job = try #require(try await store.job(id))
            #expect(job.payload == payload)
            #expect(job.tenant == "t'); DROP TABLE job; --")
            #expect(job.priority == -7)
            #expect(job.webhook == "https://example.org/hook")
            #expect(job.state == .queued)
            #expect(job.started == nil)
            #expect(try await store.jobs(JobFilter()).map(\.id) == [id])
        }
    }

    @Test(arguments: Backend.allCases)
    func jobsAreListedByStateAndTenantNewestFirst(_ backend: Backend) async throws {
        try await backend.withStore { store in
            var ids: [JobID] = []
            for index in 0..<5 {
                ids.append(try await store.submit("\(index)", tenant: index == 2 ? "b" : "a"))
            }
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            _ = try await store.complete(task.lease, result: nil, adding: [])
            let all = try await store.jobs(JobFilter())
            #expect(Set(all.map(\.id)) == Set(ids))
            #expect(all.map(\.id) == all.map(\.id).sorted(by: >))
            #expect(try await store.jobs(JobFilter(tenant: "b")).map(\.id) == [ids[2]])
            #expect(
                try await store.jobs(JobFilter(states: [.completed])).map(\.id) == [task.lease.job])
            let page = try await store.jobs(JobFilter(limit: 2))
            let next = try await store.jobs(JobFilter(before: page.last?.id, limit: 10))
            #expect((page + next).map(\.id) == all.map(\.id))
        }
    }

    @Test(arguments: Backend.allCases)
    func invalidRequestIsRejected(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let good = JobRequest(key: "k", payload: "", tasks: [NewTask(kind: "test")])
            var requests = [JobRequest](repeating: good, count: 6)
            requests[0].priority = 101
            requests[1].key = ""
            requests[2].tenant = String(repeating: "t", count: 201)
            requests[3].delay = .infinity
            requests[4].payload = "a\0b"
            requests[5].tasks = []
            for request in requests {
                await #expect(throws: QueueError.self) { try await store.submit(request) }
            }
            let stored = try await store.jobs(JobFilter())
            #expect(stored.isEmpty)
        }
    }
}
