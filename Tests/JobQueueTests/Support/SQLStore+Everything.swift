import Synchronization

@testable import JobQueue

extension SQLStore {
    /// Calls all functions of the store, so that its connections prepare all statements.
    func useEverything() async throws {
        let worker = try await worker()
        let parts = [
            NewTask(kind: "a"), NewTask(kind: "b", prerequisites: [0]), NewTask(kind: "c"),
        ]
        let made = try await submit(
            JobRequest(
                key: "k", priority: 1, payload: "", tasks: parts, webhook: "https://example.org")
        ).job.id
        try await submit("cancelled")
        let claimed = try await claim(worker, count: 10)
        for task in claimed {
            // Small corrections: a large one moves more tasks, in proportion to the CPU time that was used.
            _ = try await report(task.lease, TaskProgress(fraction: 0.5, expectedCPUSeconds: 1.001))
            _ = try await heartbeat(worker)
            if task.kind == "c" {
                _ = try await fail(task.lease, .transient)
            } else {
                _ = try await complete(task.lease, result: nil, adding: [], cpuSeconds: 1.002)
            }
        }
        for task in try await claim(worker, count: 1) {
            _ = try await beginPublishing(task.lease, record: "r")
            _ = try await complete(task.lease, result: nil, adding: [])
        }
        try await useQuarantine()
        // No task is ready: the second search is a full one.
        throttle.withLock { $0.fullSearch = nil }
        _ = try await claim(worker, count: 1)
        throttle.withLock { $0.fullSearch = .now }
        _ = try await claim(worker, count: 1)
        _ = try await cancel(made)
        _ = try await maintain()
        _ = try await claimPublications(worker, count: 1)
        _ = try await claimCleanups(worker, count: 1)
        for delivery in try await claimDeliveries(count: 9) {
            try await deliveryFailed(delivery.id, reason: "", isPermanent: false)
            try await delivered(delivery.id)
        }
        for subject in [made, nil] {
            _ = try await undelivered(of: subject, onlyAbandoned: true, limit: 9)
            _ = try await undelivered(of: subject, onlyAbandoned: false, limit: 9)
            _ = try await redeliver(of: subject, limit: 9)
        }
        _ = try await job(made)
        _ = try await jobs(JobFilter())
        _ = try await jobs(JobFilter(states: [.failed]))
        _ = try await jobs(JobFilter(tenant: "t1"))
        _ = try await tasks(of: made)
        _ = try await events(of: made, after: 0, limit: 10)
        _ = try await identity()
        for job in try await failedJobs(after: nil, limit: 10).jobs {
            _ = try await removeFiles(of: job.id)
        }
        _ = try await stats()
        _ = try await prune(olderThan: 1e6, states: [.completed], limit: 10)
        let ended: [JobState] = [.completed, .failed, .cancelled]
        _ = try await pruneByTrustedClock(olderThan: 1e6, states: ended, limit: 10)
    }

    private func useQuarantine() async throws {
        try await submit("suspect", priority: 2)
        let (expired, next) = (try await worker("expired"), try await worker("next"))
        _ = try await claim(expired, count: 1)
        try await reclaim(from: expired)
        _ = try await claimSuspect(next, isIdle: false, of: nil)
        try await sql("UPDATE task SET due = 0 WHERE state = \(task: .quarantined)")
        _ = try await claimSuspect(next, isIdle: false, of: nil)
        if case .claimed(let task) = try await claimSuspect(next, isIdle: true, of: nil) {
            _ = try await abandon(task.lease, .transient)
        }
        try await deregister(next)
    }

    /// Inserts jobs of one task each: a tenth has ended, and some are in each other state.
    func fill(jobs: Int) async throws {
        let numbers: SQLText =
            "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(jobs))"
        let id: SQLText = "'0123456789' || (1000000000 + n)"
        let statements: [SQLText] = [
            """
            INSERT INTO job (id, tenant, key, state, admission, priority, payload, pending, created, due, finished)
            \(numbers) SELECT \(id), 't' || n % 50, 'k' || n, CASE WHEN n % 10 = 0 THEN 2 ELSE 0 END,
                CASE WHEN n % 97 = 0 THEN 1 WHEN n % 89 = 0 THEN 2 ELSE 0 END, 0, '{}', 1, n, n,
                CASE WHEN n % 10 = 0 THEN n END
            FROM number
            """,
            """
            INSERT INTO task (job, tenant, kind, payload, state, priority, virtual_start, cost, unmet_dependencies, dependents, due,
                worker, publication)
            \(numbers) SELECT \(id), 't' || n % 50, 'transcode', '', CASE WHEN n % 10 = 0 THEN 5 WHEN n % 83 = 0 THEN 2
                WHEN n % 79 = 0 THEN 3 WHEN n % 73 = 0 THEN 4 WHEN n % 9973 = 0 THEN 8 ELSE 1 END, 0, n, 1, 0, 0,
                CASE WHEN n % 83 = 0 THEN n END, CASE WHEN n % 79 = 0 THEN n % 100 END, CASE WHEN n % 73 = 0 THEN '{}' END
            FROM number
            """,
            """
            INSERT INTO event (job, kind, time) \(numbers) SELECT \(id), 'queued', n
            FROM number
            """,
            """
            INSERT INTO delivery (event, job, url, due) \(numbers) SELECT n, \(id), 'https://example.org',
                CASE WHEN n % 7 = 0 THEN n END
            FROM number
            """,
            "INSERT INTO dependency (prerequisite, task) \(numbers) SELECT n + 1000000, n + 1000001 FROM number",
        ]
        for statement in statements { try await sql(statement) }
    }
}
