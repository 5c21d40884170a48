extension SQLStatement {
    /// The jobs of a tenant; an index has the tenant's jobs only.
    fileprivate static let jobCountsOfTenant = SQLStatement(
        "job_counts_of_tenant",
        """
        SELECT state, count(*) AS count FROM job WHERE tenant = $1 AND pruned = 0 GROUP BY state
        """)
    /// The tasks of a tenant's unfinished jobs.
    fileprivate static let taskCountsOfTenant = SQLStatement(
        "task_counts_of_tenant",
        """
        SELECT task.state AS state, task.priority AS priority, count(*) AS count
        FROM job JOIN task ON task.job = job.id
        WHERE job.tenant = $1 AND job.state < \(job: .completed)
        GROUP BY task.state, task.priority ORDER BY task.priority DESC
        """)
    fileprivate static let oldestWaitOfTenant = SQLStatement(
        "oldest_wait_of_tenant",
        """
        SELECT {now} - due AS wait FROM job
        WHERE tenant = $1 AND state = \(job: .queued) AND admission = \(admission: .ready)
        ORDER BY due LIMIT 1
        """)
    fileprivate static let deliveryCountsOfTenant = SQLStatement(
        "delivery_counts_of_tenant",
        """
        SELECT count(delivery.due) AS pending, count(*) - count(delivery.due) AS failed
        FROM delivery JOIN job ON job.id = delivery.job WHERE job.tenant = $1
        """)
}

extension SQLStore {
    public func stats(ofTenant name: String) async throws -> QueueStats {
        try await transaction(.read) { session in
            let tenant = [SQLValue.text(name)]
            var jobs: [JobState: Int] = [:]
            for row in try session.rows(.jobCountsOfTenant, tenant) {
                guard let state = JobState(rawValue: Int(try row.integer("state"))) else {
                    continue
                }
                jobs[state] = Int(try row.integer("count"))
            }
            var tasks: [TaskState: Int] = [:]
            var ready: [QueueStats.ReadyTasks] = []
            for row in try session.rows(.taskCountsOfTenant, tenant) {
                guard let state = TaskState(rawValue: Int(try row.integer("state"))),
                    TaskState.unfinished.contains(state)
                else { continue }
                let count = Int(try row.integer("count"))
                tasks[state, default: 0] += count
                if state == .ready {
                    ready.append(.init(priority: Int(try row.integer("priority")), ready: count))
                }
            }
            let wait = try session.row(.oldestWaitOfTenant, tenant)?.optionalInteger("wait")
            let deliveries = try session.requiredRow(.deliveryCountsOfTenant, tenant)
            return QueueStats(
                isPaused: try session.count(.isPaused, []) > 0, jobs: jobs, tasks: tasks,
                readyByPriority: ready, oldestWait: wait.map { max(0, Double($0) / 1000) },
                workers: [], deliveriesPending: Int(try deliveries.integer("pending")),
                deliveriesFailed: Int(try deliveries.integer("failed")))
        }
    }
}
