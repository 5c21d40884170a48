internal import Foundation

extension SQLStatement {
    static let jobCounts = SQLStatement(
        "job_counts", "SELECT state, count(*) FROM job WHERE forgotten = 0 GROUP BY state")
    /// Each state by the index that holds only its tasks; what is ready is counted by lane.
    static let taskCounts = SQLStatement(
        "task_counts",
        """
        SELECT 0, count(*) FROM task WHERE state = 0
        UNION ALL SELECT 2, count(*) FROM task WHERE state = 2
        UNION ALL SELECT 3, count(*) FROM task WHERE state = 3 AND worker IS NOT NULL
        UNION ALL SELECT 4, count(*) FROM task WHERE state = 4
        UNION ALL SELECT 8, count(*) FROM task WHERE state = 8
        """)
    static let laneCounts = SQLStatement(
        "lane_counts",
        "SELECT priority, count(*) FROM task WHERE state = 1 GROUP BY priority ORDER BY priority DESC"
    )
    static let oldestWait = SQLStatement(
        "oldest_wait",
        "SELECT {now} - due FROM job WHERE state = 0 AND hold = 0 ORDER BY due LIMIT 1")
    fileprivate static let workers = SQLStatement(
        "workers",
        """
        SELECT worker.id, worker_info.info, {steady} - worker.seen,
            (SELECT count(*) FROM task WHERE task.worker = worker.id)
        FROM worker JOIN worker_info ON worker_info.id = worker.id ORDER BY worker.id
        """)
    static let deliveryCounts = SQLStatement(
        "delivery_counts",
        """
        SELECT (SELECT count(*) FROM delivery WHERE due IS NOT NULL), (SELECT count(*) FROM delivery WHERE due IS NULL)
        """)
    fileprivate static let isPaused = SQLStatement(
        "is_paused", "SELECT count(*) FROM setting WHERE name = 'paused'")
}

extension SQLStore {
    public func stats() async throws -> QueueStats {
        try await transaction(.read) { session in
            var jobs: [JobState: Int] = [:]
            for row in try session.rows(.jobCounts, []) {
                guard let state = JobState(rawValue: Int(try row.integer(0))) else { continue }
                jobs[state] = Int(try row.integer(1))
            }
            var tasks: [TaskState: Int] = [:]
            for row in try session.rows(.taskCounts, []) {
                let count = Int(try row.integer(1))
                guard let state = TaskState(rawValue: Int(try row.integer(0))), count > 0
                else { continue }
                tasks[state] = count
            }
            let lanes = try session.rows(.laneCounts, []).map {
                QueueStats.Lane(
                    priority: Int(try $0.integer(0)), ready: Int(try $0.integer(1)))
            }
            if !lanes.isEmpty { tasks[.ready] = lanes.map(\.ready).reduce(0, +) }
            let wait = try session.row(.oldestWait, [])?.optionalInteger(0)
            let workers = try session.rows(.workers, []).map { row in
                QueueStats.Worker(
                    id: try row.integer(0),
                    info: try JSONDecoder().decode(
                        WorkerInfo.self, from: Data(try row.text(1).utf8)),
                    silence: max(0, Double(try row.integer(2)) / 1000),
                    running: Int(try row.integer(3)))
            }
            let deliveries = try session.row(.deliveryCounts, [])
            return QueueStats(
                isPaused: try session.row(.isPaused, [])?.flag(0) ?? false, jobs: jobs,
                tasks: tasks, lanes: lanes, oldestWait: wait.map { max(0, Double($0) / 1000) },
                workers: workers, deliveriesPending: Int(try deliveries?.integer(0) ?? 0),
                deliveriesFailed: Int(try deliveries?.integer(1) ?? 0))
        }
    }
}
