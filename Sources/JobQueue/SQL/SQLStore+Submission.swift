extension SQLStatement {
    static let jobOfKey = SQLStatement(
        "job_of_key",
        """
        SELECT \(JobRow.columns) FROM job
        WHERE tenant = $1 AND key = $2 AND state <> \(job: .cancelled) AND cancel_requested = 0 AND pruned = 0
        """)
    fileprivate static let insertJob = SQLStatement(
        "insert_job",
        """
        INSERT INTO job (id, tenant, key, state, admission, priority, payload, webhook, pending, created, due)
        VALUES ($1, $2, $3, \(job: .queued), $4, $5, $6, $7, $8, {now}, {now} + $9)
        ON CONFLICT DO NOTHING RETURNING id
        """)
    fileprivate static let insertClock = SQLStatement(
        "insert_clock",
        """
        INSERT INTO virtual_clock (priority, time, scan_start, advanced) VALUES ($1, 0, 0, 0)
        ON CONFLICT DO NOTHING
        """)
    /// Start-time fair queueing: a tenant's tasks start at its last virtual finish time, or at the virtual clock if that is later.
    fileprivate static let advanceFinish = SQLStatement(
        "advance_finish",
        """
        INSERT INTO virtual_finish (tenant, priority, time)
        VALUES ($1, $2, (SELECT time FROM virtual_clock WHERE priority = $2) + $3)
        ON CONFLICT (tenant, priority) DO UPDATE
        SET time = {greatest}(virtual_finish.time, (SELECT time FROM virtual_clock WHERE priority = $2)) + $3
        RETURNING time, correction
        """)
    fileprivate static let insertTask = SQLStatement(
        "insert_task",
        """
        INSERT INTO task (job, kind, payload, state, priority, virtual_start, cost, unmet_dependencies, dependents, tenant,
            applied_correction)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id
        """)
    fileprivate static let insertDependency = SQLStatement(
        "insert_dependency", "INSERT INTO dependency (prerequisite, task) VALUES ($1, $2)")
    fileprivate static let tenantWeight = SQLStatement(
        "tenant_weight", "SELECT weight FROM tenant WHERE name = $1")
}

extension SQLStore {
    public func submit(_ request: JobRequest) async throws -> SubmittedJob {
        try check(request)
        var generator = clocks.generator
        let id = JobID(milliseconds: clocks.wall(), using: &generator)
        return try await transaction(.durable) { session in
            if let known = try session.row(
                .jobOfKey, [.text(request.tenant), .text(request.key)])
            {
                let job = try JobRow(known).record
                // The id is equal if the response to the first transaction was lost.
                return SubmittedJob(job: job, isNew: job.id == id)
            }
            try session.requireQueueRoom(request.tenant)
            let admission: JobAdmission =
                request.delay > 0
                ? .delayed : try session.admit(request.tenant) ? .ready : .held
            let values: [SQLValue] = [
                .init(id), .text(request.tenant), .text(request.key), .init(admission),
                .init(request.priority), .text(request.payload), .init(request.webhook),
                .init(request.tasks.count), .init(Int64(request.delay * 1000)),
            ]
            guard try session.row(.insertJob, values) != nil else {
                // Another client has submitted the same key: the next run of the transaction finds its job.
                throw SQLConflictError()
            }
            try session.insert(
                request.tasks, of: id, tenant: request.tenant, priority: request.priority,
                isAdmitted: admission == .ready)
            guard let job = try session.lock(id)?.record else {
                throw SQLDecodingError.missingRow(.lockedJob)
            }
            try session.record(.queued, of: job)
            return SubmittedJob(job: job, isNew: true)
        }
    }

    private func check(_ request: JobRequest) throws {
        func error(_ message: String, _ advice: String) -> QueueError {
            QueueError(.badRequest, "job", message, advice: advice)
        }
        guard JobRequest.priorities.contains(request.priority) else {
            throw error("priority \(request.priority) is out of range", "give -100 to 100")
        }
        let names = [("tenant", request.tenant), ("key", request.key)]
        for (name, text) in names
        where text.isEmpty || text.utf8.count > 200 || text.contains("\0") {
            throw error("its \(name) has \(text.utf8.count) bytes", "give 1 to 200")
        }
        guard request.delay.isFinite, (0...(366 * 86400)).contains(request.delay) else {
            throw error("its delay is out of range", "give at most 366 days")
        }
        // PostgreSQL's type `text` cannot contain a zero byte.
        guard !request.payload.contains("\0"), !request.tasks.isEmpty else {
            throw error("its payload cannot be stored", "remove zero bytes")
        }
    }
}

/// The error that makes a database run a transaction again, because another transaction has changed what it read.
package struct SQLConflictError: Error {}

extension SQLSession {
    /// Inserts tasks of a job; the prerequisites of a task are listed before it.
    ///
    /// - Returns: The ids of the tasks.
    @discardableResult
    func insert(
        _ tasks: [NewTask], of job: JobID, tenant: String, priority: Int, isAdmitted: Bool,
        dependents extra: Int = 0
    ) throws -> [Int64] {
        let weight = try row(.tenantWeight, [.text(tenant)])?.real("weight") ?? 1
        let costs = tasks.map { TaskCost.validated($0.cost) ?? 0 }
        let lengths = costs.map { max(1, Int64($0 * 1000 / weight)) }
        let total = lengths.reduce(0, +)
        try run(.insertClock, [.init(priority)])
        let finish = try requiredRow(
            .advanceFinish, [.text(tenant), .init(priority), .init(total)])
        let correction = try finish.integer("correction")
        var start = try finish.integer("time") - total
        var ids: [Int64] = []
        for (index, task) in tasks.enumerated() {
            let prerequisites = Set(task.prerequisites)
            guard prerequisites.allSatisfy((0..<index).contains) else {
                throw QueueError(
                    .badRequest, "job", "a prerequisite of task \(index) is not listed before it",
                    advice: QueueError.reportAdvice)
            }
            let dependents = tasks.count { $0.prerequisites.contains(index) } + extra
            let state: TaskState = isAdmitted && prerequisites.isEmpty ? .ready : .waiting
            let values: [SQLValue] = [
                .init(job), .text(task.kind), .text(task.payload), .init(state), .init(priority),
                .init(start), .init(costs[index]), .init(prerequisites.count), .init(dependents),
                .text(tenant), .integer(correction),
            ]
            let id = try requiredRow(.insertTask, values).integer("id")
            for prerequisite in prerequisites {
                try addDependency(of: id, on: ids[prerequisite])
            }
            ids.append(id)
            start += lengths[index]
        }
        return ids
    }

    /// Makes a task depend on another.
    func addDependency(of task: Int64, on prerequisite: Int64) throws {
        try run(.insertDependency, [.init(prerequisite), .init(task)])
    }
}
