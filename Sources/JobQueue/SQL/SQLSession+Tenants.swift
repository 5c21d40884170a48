extension SQLStatement {
    private static let tenantColumns: SQLText = "name, weight, max_running, max_queued, running"
    fileprivate static let lockedTenant = SQLStatement(
        "locked_tenant", "SELECT \(tenantColumns) FROM tenant WHERE name = $1 {lock}")
    fileprivate static let unlockedTenant = SQLStatement(
        "unlocked_tenant", "SELECT name FROM tenant WHERE name = $1 {lock skipping}")
    fileprivate static let tenant = SQLStatement(
        "tenant", "SELECT \(tenantColumns) FROM tenant WHERE name = $1")
    fileprivate static let tenants = SQLStatement(
        "tenants", "SELECT \(tenantColumns) FROM tenant")
    fileprivate static let openJobs = SQLStatement(
        "open_jobs",
        """
        SELECT count(*) AS count FROM (
            SELECT 1 FROM job WHERE tenant = $1 AND state < \(job: .completed) LIMIT $2
        ) AS few
        """)
    /// The jobs that count toward a tenant's limit of running jobs.
    private static let runningCount: SQLText = """
        SELECT count(*) FROM job WHERE job.tenant = tenant.name AND state < \(job: .completed)
        AND admission = \(admission: .ready)
        """
    fileprivate static let runningJobs = SQLStatement(
        "running_jobs",
        """
        SELECT count(*) AS count FROM job WHERE tenant = $1 AND state < \(job: .completed)
        AND admission = \(admission: .ready)
        """)
    fileprivate static let changeRunning = SQLStatement(
        "change_running",
        "UPDATE tenant SET running = {greatest}(0, running + $2) WHERE name = $1")
    fileprivate static let setTenant = SQLStatement(
        "set_tenant",
        """
        INSERT INTO tenant (name, weight, max_running, max_queued, running) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (name) DO UPDATE SET weight = $2, max_running = $3, max_queued = $4, running = $5
        """)
    fileprivate static let nextHeldJob = SQLStatement(
        "next_held_job",
        """
        SELECT \(JobRow.columns) FROM job WHERE tenant = $1 AND admission = \(admission: .held)
        ORDER BY priority DESC, id LIMIT 1 {lock skipping}
        """)
    fileprivate static let setAdmission = SQLStatement(
        "set_admission", "UPDATE job SET admission = $2 WHERE id = $1")
    /// Tasks that become ready never start before the virtual clock.
    fileprivate static let readyTasks = SQLStatement(
        "ready_tasks",
        """
        UPDATE task SET state = \(task: .ready), virtual_start = \(clampedVirtualStart)
        WHERE job = $1 AND state = \(task: .waiting) AND unmet_dependencies = 0
        """)
    /// A task's virtual start time, but not before the virtual clock of its priority.
    static let clampedVirtualStart: SQLText = """
        {greatest}(virtual_start, (SELECT time FROM virtual_clock WHERE virtual_clock.priority = task.priority))
        """
    /// Tenants that have a held job and are below their limit.
    static let tenantsBelowLimit = SQLStatement(
        "tenants_below_limit",
        """
        SELECT name FROM tenant
        WHERE EXISTS (SELECT 1 FROM job WHERE job.tenant = tenant.name AND admission = \(admission: .held))
        AND (max_running IS NULL OR max_running > (\(runningCount))) ORDER BY name
        """)
    fileprivate static let recountRunning = SQLStatement(
        "recount_running", "UPDATE tenant SET running = (\(runningCount)) WHERE name = $1")
    fileprivate static let dueJobs = SQLStatement(
        "due_jobs",
        """
        SELECT \(JobRow.columns) FROM job WHERE admission = \(admission: .delayed) AND due <= {now}
        ORDER BY due, id LIMIT 100 {lock skipping}
        """)
}

extension SQLSession {
    /// Checks that a tenant may have one more job that waits or runs.
    ///
    /// - Throws: `QueueError.tenantFull`.
    func requireQueueRoom(_ tenant: String) throws {
        guard let row = try lockIfLimited(tenant, "max_queued") else { return }
        let limit = try row.integer("max_queued")
        guard try count(.openJobs, [.text(tenant), .integer(limit)]) >= limit else { return }
        throw QueueError(
            .tenantFull, tenant, "the tenant has reached its limit of \(limit) open jobs",
            advice: "wait until some have ended, or raise the limit", condition: .tenantFull)
    }

    /// Counts a job as running if its tenant is below the limit.
    ///
    /// - Returns: Whether the job is admitted.
    func admit(_ tenant: String) throws -> Bool {
        guard let row = try lockIfLimited(tenant, "max_running") else { return true }
        guard try row.integer("running") < row.integer("max_running") else { return false }
        try run(.changeRunning, [.text(tenant), .integer(1)])
        return true
    }

    /// Locks a tenant that has a limit in a column; jobs of other tenants do not wait for each other.
    private func lockIfLimited(_ tenant: String, _ column: String) throws -> SQLRow? {
        guard try row(.tenant, [.text(tenant)])?.optionalInteger(column) != nil else { return nil }
        let row = try row(.lockedTenant, [.text(tenant)])
        return try row?.optionalInteger(column) == nil ? nil : row
    }

    /// Counts a job of a limited tenant as ended, and admits the tenant's next held job.
    func releaseAdmission(of tenant: String) throws {
        guard try row(.lockedTenant, [.text(tenant)])?.optionalInteger("max_running") != nil else {
            return
        }
        try run(.changeRunning, [.text(tenant), .integer(-1)])
        _ = try admitHeld(tenant)
    }

    /// Admits a tenant's held jobs up to its limit, and at most `limit` of them, so that the transaction is short.
    ///
    /// - Returns: The number of admitted jobs.
    func admitHeld(_ tenant: String, limit: Int = 500) throws -> Int {
        var count = 0
        while count < limit, let row = try row(.nextHeldJob, [.text(tenant)]) {
            guard try admit(tenant) else { break }
            try makeReady(try JobRow(row).record.id)
            count += 1
        }
        return count
    }

    /// Admits a job and makes its tasks ready.
    func makeReady(_ job: JobID) throws {
        try run(.setAdmission, [.init(job), .init(JobAdmission.ready)])
        try readyTasks(of: job)
    }

    /// Makes an admitted job's tasks without unmet dependencies ready.
    func readyTasks(of job: JobID) throws { try run(.readyTasks, [.init(job)]) }

    /// Admits delayed jobs whose delay has passed.
    ///
    /// - Returns: The number of admitted jobs.
    func admitDue() throws -> Int {
        var count = 0
        for row in try rows(.dueJobs, []) {
            let job = try JobRow(row).record
            if try admit(job.tenant) {
                try makeReady(job.id)
                count += 1
            } else {
                try run(.setAdmission, [.init(job.id), .init(JobAdmission.held)])
            }
        }
        return count
    }

    /// Counts a tenant's running jobs again and admits held ones; skips the tenant while another process does so.
    ///
    /// - Returns: The number of admitted jobs.
    func admitHeldAfterRecount(_ tenant: String) throws -> Int {
        guard try row(.unlockedTenant, [.text(tenant)]) != nil else { return 0 }
        // Under the lock: a limit that is set while a job ends may have counted that job as running.
        try run(.recountRunning, [.text(tenant)])
        return try admitHeld(tenant)
    }
}

extension SQLStore {
    public func limits(ofTenant name: String) async throws -> TenantLimits {
        try await transaction(.read) { session in
            try session.row(.tenant, [.text(name)]).map(TenantLimits.init) ?? TenantLimits()
        }
    }

    public func limitsOfTenants() async throws -> [String: TenantLimits] {
        let rows = try await database.single(.read, .tenants, [])
        return try Dictionary(
            uniqueKeysWithValues: rows.map { (try $0.text("name"), try TenantLimits($0)) })
    }

    public func setLimits(_ limits: TenantLimits, ofTenant name: String) async throws {
        guard limits.weight.isFinite, (0.001...1000).contains(limits.weight),
            TenantLimits.counts.contains(limits.running ?? 1),
            TenantLimits.counts.contains(limits.queued ?? 1), !name.isEmpty
        else {
            throw QueueError(
                .badRequest, name, "the limits are out of range",
                advice:
                    "give a weight of 0.001 to 1000, and counts of 1 to \(TenantLimits.counts.upperBound)"
            )
        }
        try await transaction { session in
            // Under the lock: a job that ends at the same time would be counted as running.
            _ = try session.row(.lockedTenant, [.text(name)])
            let running = try session.count(.runningJobs, [.text(name)])
            try session.run(
                .setTenant,
                [
                    .text(name), .real(limits.weight), .init(limits.running), .init(limits.queued),
                    .init(running),
                ])
            _ = try session.admitHeld(name)
        }
    }
}

extension TenantLimits {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            weight: try row.real("weight"),
            running: try row.optionalInteger("max_running").map(Int.init),
            queued: try row.optionalInteger("max_queued").map(Int.init))
    }
}
