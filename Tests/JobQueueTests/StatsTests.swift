import Testing

@testable import JobQueue

@Suite struct StatsTests {
    /// The queue has a task in each state.
    @Test(arguments: Backend.allCases)
    func tasksAndJobsAreCountedByState(_ backend: Backend) async throws {
        try await backend.withStore { store in
            #expect(try await store.stats().oldestWait == nil)
            let worker = try await store.worker()
            func claimNewJob(_ key: String, hasDependent: Bool = false) async throws -> [Lease] {
                var tasks = [NewTask(kind: "a")]
                if hasDependent { tasks.append(NewTask(kind: "b", prerequisites: [0])) }
                _ = try await store.submit(
                    JobRequest(
                        key: key, payload: "", tasks: tasks, webhook: "https://example.org"))
                return try await store.claim(worker, count: 1).map(\.lease)
            }
            let running = try await claimNewJob("runs", hasDependent: true)
            for lease in try await claimNewJob("completed") {
                _ = try await store.complete(lease, result: nil, adding: [])
            }
            for lease in try await claimNewJob("failed") {
                _ = try await store.fail(lease, .permanent)
            }
            for lease in try await claimNewJob("delayed") {
                _ = try await store.fail(lease, .transient)
            }
            for lease in try await claimNewJob("published") {
                _ = try await store.beginPublishing(lease, record: "r")
            }
            try await store.submit("ready", priority: 7)
            let delivery = try #require(try await store.claimDeliveries(count: 1).first)
            try await store.deliveryFailed(delivery.id, reason: "", isPermanent: true)
            let stats = try await store.stats()
            #expect(running.count == 1)
            #expect(
                stats.tasks == [.ready: 2, .waiting: 1, .delayed: 1, .running: 1, .publishing: 1])
            #expect(stats.readyByPriority.map(\.priority) == [7, 0])
            #expect(stats.jobs[.completed] == 1 && stats.jobs[.failed] == 1)
            #expect(stats.jobs.values.reduce(0, +) == 6)
            #expect(try #require(stats.oldestWait) >= 0)
            #expect(stats.deliveriesFailed == 1)
            #expect(stats.deliveriesPending > 0)
        }
    }

    @Test(arguments: Backend.allCases)
    func jobsOfATenantAreCountedAlone(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let worker = try await store.worker()
            try await store.submit("failed", tenant: "a", webhook: "https://example.org")
            for task in try await store.claim(worker, count: 1) {
                _ = try await store.fail(task.lease, .permanent)
            }
            let delivery = try #require(try await store.claimDeliveries(count: 1).first)
            try await store.deliveryFailed(delivery.id, reason: "", isPermanent: true)
            try await store.submit("ready", tenant: "a", priority: 7)
            try await store.submit("ready too", tenant: "a")
            try await store.submit("delayed", tenant: "a", delay: 60)
            try await store.submit("other", tenant: "b", priority: 9)
            _ = try await store.cancel(try await store.submit("cancelled", tenant: "b"))
            try await store.setPaused(true)

            let stats = try await store.stats(ofTenant: "a")
            #expect(stats.isPaused && stats.workers.isEmpty)
            #expect(stats.jobs == [.queued: 3, .failed: 1])
            #expect(stats.tasks[.ready] == 2)
            #expect(
                stats.readyByPriority == [
                    .init(priority: 7, ready: 1), .init(priority: 0, ready: 1),
                ])
            #expect(try #require(stats.oldestWait) >= 0)
            #expect(stats.deliveriesFailed == 1 && stats.deliveriesPending > 0)
            let other = try await store.stats(ofTenant: "b")
            #expect(other.jobs == [.queued: 1, .cancelled: 1])
            #expect(other.deliveriesFailed == 0 && other.deliveriesPending == 0)
            let missing = try await store.stats(ofTenant: "c")
            #expect(missing.jobs.isEmpty && missing.tasks.isEmpty && missing.oldestWait == nil)
        }
    }

    /// The tables are wide, and most rows are finished: narrow indexes serve all counts (`EXPLAIN QUERY PLAN`).
    @Test(arguments: [
        (SQLStatement.jobCounts, ["COVERING INDEX job_listed"]),
        (.taskCounts, ["task_waiting", "task_delayed", "task_worker", "task_publishing"]),
        (.readyCounts, ["INDEX task_ready"]), (.oldestWait, ["COVERING INDEX job_waiting"]),
        (.deliveryCounts, ["COVERING INDEX delivery_due", "delivery_failed"]),
    ])
    func countsUseIndexes(_ statement: SQLStatement, _ indexes: [String]) async throws {
        try await Backend.sqlite.withStore { store in
            let rows = try await store.sql("EXPLAIN QUERY PLAN \(unchecked: statement.text)")
            let plan = try rows.map { try $0.text("detail") }.joined(separator: "\n")
            for index in indexes { #expect(plan.contains(index), "\(plan)") }
        }
    }
}
