internal import Foundation

extension SQLStatement {
    static let jobCounts = SQLStatement(
        "job_counts", "SELECT state, count(*) AS count FROM job WHERE pruned = 0 GROUP BY state")
    /// Counts each state by the index that contains only its tasks; ready tasks are counted by priority.
    static let taskCounts = SQLStatement(
        "task_counts",
        """
        SELECT \(task: .waiting) AS state, count(*) AS count FROM task WHERE state = \(task: .waiting)
        UNION ALL SELECT \(task: .delayed), count(*) FROM task WHERE state = \(task: .delayed)
        UNION ALL SELECT \(task: .running), count(*) FROM task
            WHERE state = \(task: .running) AND worker IS NOT NULL
        UNION ALL SELECT \(task: .publishing), count(*) FROM task WHERE state = \(task: .publishing)
        UNION ALL SELECT \(task: .quarantined), count(*) FROM task WHERE state = \(task: .quarantined)
        """)
    static let readyCounts = SQLStatement(
        "ready_counts",
        """
        SELECT priority, count(*) AS count FROM task WHERE state = \(task: .ready)
        GROUP BY priority ORDER BY priority DESC
        """)
    static let oldestWait = SQLStatement(
        "oldest_wait",
        """
        SELECT {now} - due AS wait FROM job
        WHERE state = \(job: .queued) AND admission = \(admission: .ready) ORDER BY due LIMIT 1
        """)
    fileprivate static let workers = SQLStatement(
        "workers",
        """
        SELECT worker.id AS id, worker_info.info AS info, {steady} - worker.heartbeat AS heartbeat_age,
            (SELECT count(*) FROM task WHERE task.worker = worker.id) AS running
        FROM worker JOIN worker_info ON worker_info.id = worker.id ORDER BY worker.id
        """)
    static let deliveryCounts = SQLStatement(
        "delivery_counts",
        """
        SELECT (SELECT count(*) FROM delivery WHERE due IS NOT NULL) AS pending,
            (SELECT count(*) FROM delivery WHERE due IS NULL) AS failed
        """)
    static let isPaused = SQLStatement(
        "is_paused", "SELECT count(*) AS count FROM setting WHERE name = 'paused'")
}

extension SQLStore {
    public func stats() async throws -> QueueStats {
        try await transaction(.read) { session in
            var jobs: [JobState: Int] = [:]
            for row in try session.rows(.jobCounts, []) {
                guard let state = JobState(rawValue: Int(try row.integer("state"))) else {
                    continue
                }
                jobs[state] = Int(try row.integer("count"))
            }
            var tasks: [TaskState: Int] = [:]
            for row in try session.rows(.taskCounts, []) {
                let count = Int(try row.integer("count"))
                guard let state = TaskState(rawValue: Int(try row.integer("state"))), count > 0
                else { continue }
                tasks[state] = count
            }
            let ready = try session.rows(.readyCounts, []).map {
                QueueStats.ReadyTasks(
                    priority: Int(try $0.integer("priority")), ready: Int(try $0.integer("count")))
            }
            if !ready.isEmpty { tasks[.ready] = ready.map(\.ready).reduce(0, +) }
            let wait = try session.row(.oldestWait, [])?.optionalInteger("wait")
            let workers = try session.rows(.workers, []).map(QueueStats.Worker.init)
            let deliveries = try session.requiredRow(.deliveryCounts, [])
            return QueueStats(
                isPaused: try session.count(.isPaused, []) > 0, jobs: jobs, tasks: tasks,
                readyByPriority: ready, oldestWait: wait.map { max(0, Double($0) / 1000) },
                workers: workers, deliveriesPending: Int(try deliveries.integer("pending")),
                deliveriesFailed: Int(try deliveries.integer("failed")))
        }
    }
}

extension QueueStats.Worker {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer("id"),
            info: try JSONDecoder().decode(WorkerInfo.self, from: Data(try row.text("info").utf8)),
            heartbeatAge: max(0, Double(try row.integer("heartbeat_age")) / 1000),
            running: Int(try row.integer("running")))
    }
}
