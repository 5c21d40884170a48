internal import Foundation

extension SQLStatement {
    fileprivate static let jobCounts = SQLStatement(
        "job_counts", "SELECT state, count(*) FROM job WHERE forgotten = 0 GROUP BY state")
    fileprivate static let taskCounts = SQLStatement(
        "task_counts",
        "SELECT state, count(*) FROM task WHERE state IN (0, 1, 2, 3, 4) GROUP BY state")
    fileprivate static let laneCounts = SQLStatement(
        "lane_counts",
        "SELECT priority, count(*) FROM task WHERE state = 1 GROUP BY priority ORDER BY priority DESC"
    )
    fileprivate static let oldestWait = SQLStatement(
        "oldest_wait", "SELECT {now} - min(due) FROM job WHERE state = 0 AND hold = 0")
    fileprivate static let workers = SQLStatement(
        "workers",
        """
        SELECT worker.id, worker_info.info, {steady} - worker.seen,
            (SELECT count(*) FROM task WHERE task.worker = worker.id)
        FROM worker JOIN worker_info ON worker_info.id = worker.id ORDER BY worker.id
        """)
    fileprivate static let deliveryCounts = SQLStatement(
        "delivery_counts",
        "SELECT count(due), count(*) - count(due) FROM delivery")
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
                guard let state = TaskState(rawValue: Int(try row.integer(0))) else { continue }
                tasks[state] = Int(try row.integer(1))
            }
            let lanes = try session.rows(.laneCounts, []).map {
                QueueStats.Lane(
                    priority: Int(try $0.integer(0)), ready: Int(try $0.integer(1)))
            }
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
