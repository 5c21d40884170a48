internal import Foundation

extension SQLStatement {
    static let jobOfKey = SQLStatement(
        "job_of_key",
        """
        SELECT \(JobRow.columns) FROM job
        WHERE tenant = $1 AND key = $2 AND state <> 4 AND cancelling = 0 AND forgotten = 0
        """)
    fileprivate static let insertJob = SQLStatement(
        "insert_job",
        """
        INSERT INTO job (id, tenant, key, state, hold, priority, payload, webhook, pending, created, due)
        VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8, {now}, {now} + $9)
        ON CONFLICT DO NOTHING RETURNING id
        """)
    fileprivate static let makeLane = SQLStatement(
        "make_lane",
        "INSERT INTO lane (priority, clock, mark, moved) VALUES ($1, 0, 0, 0) ON CONFLICT DO NOTHING"
    )
    /// A tenant's tasks begin where its last one ends, or where claims are by now: start-time fair queueing.
    fileprivate static let takeShare = SQLStatement(
        "take_share",
        """
        INSERT INTO share (tenant, priority, finish)
        VALUES ($1, $2, (SELECT clock FROM lane WHERE priority = $2) + $3)
        ON CONFLICT (tenant, priority) DO UPDATE
        SET finish = {greatest}(share.finish, (SELECT clock FROM lane WHERE priority = $2)) + $3
        RETURNING finish
        """)
    fileprivate static let insertTask = SQLStatement(
        "insert_task",
        """
        INSERT INTO task (job, kind, payload, state, priority, place, cost, needs, dependents)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id
        """)
    fileprivate static let insertNeed = SQLStatement(
        "insert_need", "INSERT INTO need (needed, task) VALUES ($1, $2)")
    fileprivate static let tenantWeight = SQLStatement(
        "tenant_weight", "SELECT weight FROM tenant WHERE name = $1")
}

extension SQLStore {
    public func submit(_ request: JobRequest) async throws -> SubmittedJob {
        try check(request)
        let milliseconds = Int64(Date().timeIntervalSince1970 * 1000)
        var generator = SystemRandomNumberGenerator()
        let id = JobID(milliseconds: milliseconds, using: &generator)
        return try await transaction(.kept) { session in
            if let known = try session.row(
                .jobOfKey, [.text(request.tenant), .text(request.key)])
            {
                let job = try JobRow(known).record
                // This one, if the answer to its first transaction got lost.
                return SubmittedJob(job: job, isNew: job.id == id)
            }
            try session.refuseIfFull(request.tenant)
            let hold: JobHold =
                request.delay > 0
                ? .scheduled : try session.admit(request.tenant) ? .none : .tenant
            let values: [SQLValue] = [
                .init(id), .text(request.tenant), .text(request.key), .init(hold),
                .init(request.priority), .text(request.payload), .init(request.webhook),
                .init(request.tasks.count), .init(Int64(request.delay * 1000)),
            ]
            guard try session.row(.insertJob, values) != nil else {
                // Another client was faster with the same key: begin anew, and find its job.
                throw SQLConflict()
            }
            try session.insert(
                request.tasks, of: id, tenant: request.tenant, priority: request.priority,
                isAdmitted: hold == .none)
            guard let job = try session.lock(id)?.record else { throw SQLFault.value("a new job") }
            try session.tell(.queued, job)
            return SubmittedJob(job: job, isNew: true)
        }
    }

    private func check(_ request: JobRequest) throws {
        func refusal(_ reason: String, _ advice: String) -> QueueError {
            QueueError(.badRequest, "job", reason, advice: advice)
        }
        guard JobRequest.priorities.contains(request.priority) else {
            throw refusal("priority \(request.priority) is out of range", "give -100 to 100")
        }
        let names = [("tenant", request.tenant), ("key", request.key)]
        for (what, text) in names
        where text.isEmpty || text.utf8.count > 200 || text.contains("\0") {
            throw refusal("its \(what) has \(text.utf8.count) bytes", "give 1 to 200")
        }
        guard request.delay.isFinite, (0...(366 * 86400)).contains(request.delay) else {
            throw refusal("its delay is out of range", "give at most 366 days")
        }
        // PostgreSQL's text cannot hold it.
        guard !request.payload.contains("\0"), !request.tasks.isEmpty else {
            throw refusal("its payload cannot be kept", "leave out zero bytes")
        }
    }
}

/// Begin the transaction anew: another one changed what it went by.
struct SQLConflict: Error {}

extension SQLSession {
    /// Inserts tasks of a job; what a task needs must stand before it.
    ///
    /// - Returns: Their ids.
    @discardableResult
    func insert(
        _ tasks: [NewTask], of job: JobID, tenant: String, priority: Int, isAdmitted: Bool,
        dependents extra: Int = 0
    ) throws -> [Int64] {
        let weight = try row(.tenantWeight, [.text(tenant)])?.real(0) ?? 1
        let lengths = tasks.map { max(1, Int64(min(1e9, $0.cost) * 1000 / weight)) }
        let total = lengths.reduce(0, +)
        try run(.makeLane, [.init(priority)])
        let share = try row(.takeShare, [.text(tenant), .init(priority), .init(total)])
        guard let finish = try share?.integer(0) else { throw SQLFault.value("a tenant's share") }
        var place = finish - total
        var ids: [Int64] = []
        for (index, task) in tasks.enumerated() {
            let needs = Set(task.needs)
            guard needs.allSatisfy((0..<index).contains) else {
                throw QueueError(
                    .badRequest, "job", "task \(index) needs one that does not stand before it",
                    advice: "this is a fault of the program: report it")
            }
            let dependents = tasks.count { $0.needs.contains(index) } + extra
            let state: TaskState = isAdmitted && needs.isEmpty ? .ready : .waiting
            let values: [SQLValue] = [
                .init(job), .text(task.kind), .text(task.payload), .init(state), .init(priority),
                .init(place), .init(max(task.cost, 0)), .init(needs.count), .init(dependents),
            ]
            guard let id = try row(.insertTask, values)?.integer(0) else {
                throw SQLFault.value("a new task")
            }
            for need in needs { try run(.insertNeed, [.init(ids[need]), .init(id)]) }
            ids.append(id)
            place += lengths[index]
        }
        return ids
    }

    /// Makes a task that was inserted need another one.
    func link(_ task: Int64, needs other: Int64) throws {
        try run(.insertNeed, [.init(other), .init(task)])
    }
}
