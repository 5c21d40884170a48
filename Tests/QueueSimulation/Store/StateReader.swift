import JobQueue

/// Reads the state of a store, and after each transaction the rows that it changed.
struct StateReader {
    private let database: MemoryDatabase
    private(set) var state = ModelState()
    /// The keys of jobs, reservations, tenants and settings by their rows.
    private var jobRows: [Int64: JobID] = [:]
    private var reservationRows: [Int64: JobID] = [:]
    private var tenantRows: [Int64: String] = [:]
    private var settingRows: [Int64: String] = [:]
    private var dependencyRows: [Int64: (task: Int64, prerequisite: Int64)] = [:]

    init(_ database: MemoryDatabase) { self.database = database }

    /// Reads all tables.
    mutating func readAll() throws {
        self = StateReader(database)
        for table in StoredTable.allCases {
            for row in try database.rows("\(Self.select(table)) ORDER BY rowid", []) {
                try insert(row, table)
            }
        }
    }

    /// Reads the rows that a transaction changed.
    mutating func read(_ changes: [ChangedRow]) throws {
        for change in Set(changes) {
            remove(change)
            let text = "\(Self.select(change.table)) WHERE rowid = $1"
            if let row = try database.rows(text, [.integer(change.row)]).first {
                try insert(row, change.table)
            }
        }
    }

    private static func select(_ table: StoredTable) -> String {
        switch table {
        case .job:
            """
            SELECT rowid AS row, id, tenant, key, priority, webhook IS NOT NULL AS has_webhook, state, admission, cancel_requested,
                pruned, pending, due, finished, coalesce(failure, '') LIKE '%"isPermanent":true%' AS is_permanent FROM job
            """
        case .task:
            """
            SELECT id AS row, job, kind, priority, state, fencing_token, attempts, reclaims, crash_count, consecutive_crashes,
                alone, artifacts, worker, publication IS NOT NULL AS has_publication, publication_checks,
                unmet_dependencies, cost > 0 AS has_cost, due, abandoned_by FROM task
            """
        case .worker: "SELECT id AS row, heartbeat FROM worker"
        case .event: "SELECT id AS row, job, kind, identifier, time FROM event"
        case .delivery: "SELECT id AS row, event, job, attempts, due FROM delivery"
        case .reservation: "SELECT rowid AS row, job, worker, until FROM reservation"
        case .tenant: "SELECT rowid AS row, name, max_running, running FROM tenant"
        case .setting: "SELECT rowid AS row, name FROM setting"
        case .dependency: "SELECT rowid AS row, task, prerequisite FROM dependency"
        }
    }

    private mutating func remove(_ change: ChangedRow) {
        switch change.table {
        case .job: if let id = jobRows.removeValue(forKey: change.row) { state.jobs[id] = nil }
        case .task: state.tasks[change.row] = nil
        case .worker: state.workers[change.row] = nil
        case .event: state.events[change.row] = nil
        case .delivery: state.deliveries[change.row] = nil
        case .reservation:
            if let job = reservationRows.removeValue(forKey: change.row) {
                state.reservations[job] = nil
            }
        case .tenant:
            if let name = tenantRows.removeValue(forKey: change.row) { state.tenants[name] = nil }
        case .setting:
            if settingRows.removeValue(forKey: change.row) == "paused" { state.isPaused = false }
        case .dependency:
            guard let found = dependencyRows.removeValue(forKey: change.row) else { return }
            state.prerequisites[found.task]?.remove(found.prerequisite)
            if state.prerequisites[found.task]?.isEmpty == true {
                state.prerequisites[found.task] = nil
            }
        }
    }

    private mutating func insert(_ row: SQLRow, _ table: StoredTable) throws {
        let id = try row.integer("row")
        switch table {
        case .job:
            let job = try ModelJob(row)
            jobRows[id] = job.id
            state.jobs[job.id] = job
        case .task: state.tasks[id] = try ModelTask(row, id)
        case .worker: state.workers[id] = try row.integer("heartbeat")
        case .event:
            guard let kind = JobEvent.Kind(rawValue: try row.text("kind")) else {
                throw SQLiteError(description: "unknown event")
            }
            state.events[id] = ModelEvent(
                sequence: id, job: try row.jobID("job"), kind: kind,
                identifier: try row.text("identifier"), time: try row.integer("time"))
        case .delivery:
            state.deliveries[id] = ModelDelivery(
                id: id, event: try row.integer("event"), job: try row.jobID("job"),
                attempts: try row.int("attempts"), due: try row.optionalInteger("due"))
        case .reservation:
            let job = try row.jobID("job")
            reservationRows[id] = job
            state.reservations[job] = ModelReservation(
                worker: try row.integer("worker"), until: try row.integer("until"))
        case .tenant:
            let name = try row.text("name")
            tenantRows[id] = name
            state.tenants[name] = ModelTenant(
                limit: try row.optionalInteger("max_running").map(Int.init),
                running: try row.int("running"))
        case .setting:
            settingRows[id] = try row.text("name")
            if settingRows[id] == "paused" { state.isPaused = true }
        case .dependency:
            let (task, prerequisite) = (try row.integer("task"), try row.integer("prerequisite"))
            dependencyRows[id] = (task, prerequisite)
            state.prerequisites[task, default: []].insert(prerequisite)
        }
    }
}

extension SQLRow {
    func int(_ column: String) throws -> Int { Int(try integer(column)) }

    func jobID(_ column: String) throws -> JobID {
        guard let id = JobID(try text(column)) else {
            throw SQLiteError(description: "not a job id")
        }
        return id
    }
}

extension ModelJob {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.jobID("id"), tenant: try row.text("tenant"), key: try row.text("key"),
            priority: try row.int("priority"), hasWebhook: try row.int("has_webhook") != 0,
            state: JobState(rawValue: try row.int("state"))!,
            admission: JobAdmission(rawValue: try row.int("admission"))!,
            isCancelRequested: try row.int("cancel_requested") != 0,
            isPruned: try row.int("pruned") != 0, pending: try row.int("pending"),
            due: try row.integer("due"), finished: try row.optionalInteger("finished"),
            hasPermanentFailure: try row.int("is_permanent") != 0)
    }
}

extension ModelTask {
    fileprivate init(_ row: SQLRow, _ id: Int64) throws {
        self.init(
            id: id, job: try row.jobID("job"), kind: try row.text("kind"),
            priority: try row.int("priority"), state: TaskState(rawValue: try row.int("state"))!,
            fencingToken: try row.integer("fencing_token"), attempts: try row.int("attempts"),
            reclaims: try row.int("reclaims"), crashCount: try row.int("crash_count"),
            consecutiveCrashes: try row.int("consecutive_crashes"),
            isAlone: try row.int("alone") != 0, artifacts: try row.int("artifacts"),
            worker: try row.optionalInteger("worker"),
            hasPublication: try row.int("has_publication") != 0,
            publicationChecks: try row.int("publication_checks"),
            unmetDependencies: try row.int("unmet_dependencies"),
            hasCost: try row.int("has_cost") != 0, due: try row.optionalInteger("due"),
            abandonedBy: try row.optionalInteger("abandoned_by"))
    }
}
