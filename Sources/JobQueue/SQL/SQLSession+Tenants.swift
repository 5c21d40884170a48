extension SQLStatement {
    fileprivate static let lockedTenant = SQLStatement(
        "locked_tenant",
        "SELECT weight, max_running, max_queued, running FROM tenant WHERE name = $1 {lock}")
    fileprivate static let freeTenant = SQLStatement(
        "free_tenant", "SELECT 1 FROM tenant WHERE name = $1 {lock skipping}")
    fileprivate static let tenant = SQLStatement(
        "tenant", "SELECT weight, max_running, max_queued, running FROM tenant WHERE name = $1")
    fileprivate static let tenants = SQLStatement(
        "tenants", "SELECT weight, max_running, max_queued, name FROM tenant")
    fileprivate static let openJobs = SQLStatement(
        "open_jobs",
        "SELECT count(*) FROM (SELECT 1 FROM job WHERE tenant = $1 AND state < 2 LIMIT $2) AS few")
    fileprivate static let runningJobs = SQLStatement(
        "running_jobs", "SELECT count(*) FROM job WHERE tenant = $1 AND state < 2 AND hold = 0")
    fileprivate static let changeRunning = SQLStatement(
        "change_running",
        "UPDATE tenant SET running = {greatest}(0, running + $2) WHERE name = $1")
    fileprivate static let setTenant = SQLStatement(
        "set_tenant",
        """
        INSERT INTO tenant (name, weight, max_running, max_queued, running) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (name) DO UPDATE SET weight = $2, max_running = $3, max_queued = $4, running = $5
        """)
    fileprivate static let nextHeld = SQLStatement(
        "next_held",
        """
        SELECT \(JobRow.columns) FROM job WHERE tenant = $1 AND hold = 2
        ORDER BY priority DESC, id LIMIT 1 {lock skipping}
        """)
    fileprivate static let admitJob = SQLStatement(
        "admit_job", "UPDATE job SET hold = $2 WHERE id = $1")
    /// What becomes ready is never placed before what claims have reached.
    fileprivate static let readyTasks = SQLStatement(
        "ready_tasks",
        """
        UPDATE task SET state = 1,
            place = {greatest}(place, (SELECT clock FROM lane WHERE lane.priority = task.priority))
        WHERE job = $1 AND state = 0 AND needs = 0
        """)
    /// Those that have a job which waits for their turn, and room for it.
    static let tenantsWithRoom = SQLStatement(
        "tenants_with_room",
        """
        SELECT name FROM tenant WHERE EXISTS (SELECT 1 FROM job WHERE job.tenant = tenant.name AND hold = 2)
        AND (max_running IS NULL OR max_running > (
            SELECT count(*) FROM job WHERE job.tenant = tenant.name AND state < 2 AND hold = 0
        )) ORDER BY name
        """)
    fileprivate static let recountRunning = SQLStatement(
        "recount_running",
        """
        UPDATE tenant SET running = (
            SELECT count(*) FROM job WHERE job.tenant = tenant.name AND state < 2 AND hold = 0
        ) WHERE name = $1
        """)
    fileprivate static let dueJobs = SQLStatement(
        "due_jobs",
        """
        SELECT \(JobRow.columns) FROM job WHERE hold = 1 AND due <= {now}
        ORDER BY due LIMIT 100 {lock skipping}
        """)
}

extension SQLSession {
    /// Makes sure that a tenant may have one more job that waits or runs.
    ///
    /// - Throws: `QueueError.tenantFull`.
    func refuseIfFull(_ tenant: String) throws {
        guard let row = try limited(tenant, by: 2), let most = try row.optionalInteger(2),
            let open = try self.row(.openJobs, [.text(tenant), .init(most)])?.integer(0),
            open >= most
        else { return }
        throw QueueError(
            .tenantFull, tenant, "this tenant has \(most) jobs that wait or run, its limit",
            advice: "wait until some have ended, or raise it with `vtranscode queue tenant`")
    }

    /// Counts a job among its tenant's running ones, if there is room.
    ///
    /// - Returns: Whether there was.
    func admit(_ tenant: String) throws -> Bool {
        guard let row = try limited(tenant, by: 1), let most = try row.optionalInteger(1) else {
            return true
        }
        guard try row.integer(3) < most else { return false }
        try run(.changeRunning, [.text(tenant), .integer(1)])
        return true
    }

    /// The locked row of a tenant with a limit in that column: the jobs of one without wait for no other's end.
    private func limited(_ tenant: String, by column: Int) throws -> SQLRow? {
        guard try row(.tenant, [.text(tenant)])?.optionalInteger(column) != nil else { return nil }
        return try row(.lockedTenant, [.text(tenant)])
    }

    /// Says that an admitted job of a limited tenant has ended, and lets the tenant's next one begin.
    func leave(_ tenant: String) throws {
        guard try row(.lockedTenant, [.text(tenant)])?.optionalInteger(1) != nil else { return }
        try run(.changeRunning, [.text(tenant), .integer(-1)])
        _ = try admitHeld(tenant)
    }

    /// Lets a tenant's held jobs begin as long as there is room; so many at most, so that nobody waits long for that.
    ///
    /// - Returns: How many.
    func admitHeld(_ tenant: String, limit: Int = 500) throws -> Int {
        var count = 0
        while count < limit, let row = try row(.nextHeld, [.text(tenant)]) {
            guard try admit(tenant) else { break }
            try begin(try JobRow(row).record.id)
            count += 1
        }
        return count
    }

    /// Lets a job's tasks run.
    func begin(_ job: JobID) throws {
        try run(.admitJob, [.init(job), .init(JobHold.none)])
        try run(.readyTasks, [.init(job)])
    }

    /// Lets an admitted job's tasks run that need nothing any more.
    func readyTasks(of job: JobID) throws { try run(.readyTasks, [.init(job)]) }

    /// Lets begin what waited for its time.
    ///
    /// - Returns: How many.
    func admitDue() throws -> Int {
        var count = 0
        for row in try rows(.dueJobs, []) {
            let job = try JobRow(row).record
            if try admit(job.tenant) {
                try begin(job.id)
                count += 1
            } else {
                try run(.admitJob, [.init(job.id), .init(JobHold.tenant)])
            }
        }
        return count
    }

    /// Lets a tenant's held jobs begin where somebody else's end, or a new limit, has made room; not while others see to that.
    ///
    /// - Returns: How many.
    func admitHeldAnew(_ tenant: String) throws -> Int {
        guard try row(.freeTenant, [.text(tenant)]) != nil else { return 0 }
        // Counted anew, under the lock: a limit that is set while a job ends may count it for ever.
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
            uniqueKeysWithValues: rows.map { (try $0.text(3), try TenantLimits($0)) })
    }

    public func setLimits(_ limits: TenantLimits, ofTenant name: String) async throws {
        guard limits.weight.isFinite, (0.001...1000).contains(limits.weight),
            TenantLimits.counts.contains(limits.running ?? 1),
            TenantLimits.counts.contains(limits.queued ?? 1), !name.isEmpty
        else {
            throw QueueError(
                .badRequest, name, "these limits make no sense",
                advice:
                    "give a weight of 0.001 to 1000, and counts of 1 to \(TenantLimits.counts.upperBound)"
            )
        }
        try await transaction { session in
            // Counted under the lock, or one that ends right now would be counted for ever.
            _ = try session.row(.lockedTenant, [.text(name)])
            let running = try session.row(.runningJobs, [.text(name)])?.integer(0) ?? 0
            try session.run(
                .setTenant,
                [
                    .text(name), .real(limits.weight), .init(limits.running), .init(limits.queued),
                    .integer(running),
                ])
            _ = try session.admitHeld(name)
        }
    }
}

extension TenantLimits {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            weight: try row.real(0), running: try row.optionalInteger(1).map(Int.init),
            queued: try row.optionalInteger(2).map(Int.init))
    }
}
