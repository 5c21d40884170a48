import JobQueue

/// Reads the state of a store, and after each transaction the rows that it changed.
struct StateReader {
    private let database: MemoryDatabase
    var state = ModelState()
    /// The keys of jobs, reservations, tenants and settings by their rows.
    private var jobRows: [Int64: JobID] = [:]
    private var reservationRows: [Int64: JobID] = [:]
    private var tenantRows: [Int64: String] = [:]
    private var settingRows: [Int64: String] = [:]
    private var dependencyRows: [Int64: (task: Int64, prerequisite: Int64)] = [:]
    /// The statements that read one row of each table.
    private let statements: [StoredTable: MemoryDatabase.Prepared]

    init(_ database: MemoryDatabase) throws {
        self.database = database
        statements = try Dictionary(
            uniqueKeysWithValues: StoredTable.allCases.map {
                ($0, try database.prepared("\(Self.select($0)) WHERE rowid = $1"))
            })
    }

    /// Reads all tables.
    mutating func readAll() throws {
        self = try StateReader(database)
        for table in StoredTable.allCases {
            let statement = try database.prepared("\(Self.select(table)) ORDER BY rowid")
            try database.forEachRow(of: statement) { try insert(&$0, table) }
        }
    }

    /// Reads the rows that a transaction changed.
    mutating func read(_ changes: [ChangedRow]) throws {
        for change in Set(changes) {
            remove(change)
            guard let statement = statements[change.table] else { continue }
            try database.forEachRow(of: statement, [.integer(change.row)]) {
                try insert(&$0, change.table)
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
            state.prerequisites[found.task]?.tasks.remove(found.prerequisite)
            if state.prerequisites[found.task]?.tasks.isEmpty == true {
                state.prerequisites[found.task] = nil
            }
        }
    }

    /// Adds a row; its columns have the order of `select`.
    private mutating func insert(_ row: inout RowCursor, _ table: StoredTable) throws {
        let id = try row.integer()
        switch table {
        case .job:
            let job = try ModelJob(&row)
            jobRows[id] = job.id
            state.jobs[job.id] = job
        case .task: state.tasks[id] = try ModelTask(&row, id)
        case .worker: state.workers[id] = try row.integer()
        case .event:
            let (job, kind) = (try row.jobID(), try row.text())
            guard let kind = JobEvent.Kind(rawValue: kind) else { throw row.unexpected() }
            state.events[id] = ModelEvent(
                sequence: id, job: job, kind: kind, identifier: try row.text(),
                time: try row.integer())
        case .delivery:
            state.deliveries[id] = ModelDelivery(
                id: id, event: try row.integer(), job: try row.jobID(), attempts: try row.int(),
                due: try row.optionalInteger())
        case .reservation:
            let job = try row.jobID()
            reservationRows[id] = job
            state.reservations[job] = ModelReservation(
                worker: try row.integer(), until: try row.integer())
        case .tenant:
            let name = try row.text()
            tenantRows[id] = name
            state.tenants[name] = ModelTenant(
                limit: try row.optionalInteger().map(Int.init), running: try row.int())
        case .setting:
            settingRows[id] = try row.text()
            if settingRows[id] == "paused" { state.isPaused = true }
        case .dependency:
            let (task, prerequisite) = (try row.integer(), try row.integer())
            dependencyRows[id] = (task, prerequisite)
            state.add([prerequisite], toPrerequisitesOf: task)
        }
    }
}

extension RowCursor {
    mutating func int() throws -> Int { Int(try integer()) }
    mutating func flag() throws -> Bool { try integer() != 0 }

    mutating func jobID() throws -> JobID {
        guard let id = JobID(try text()) else { throw unexpected() }
        return id
    }

    /// Reads a state or another case with a number.
    mutating func state<State: RawRepresentable<Int>>() throws -> State {
        guard let state = State(rawValue: try int()) else { throw unexpected() }
        return state
    }
}

extension ModelJob {
    fileprivate init(_ row: inout RowCursor) throws {
        self.init(
            id: try row.jobID(), tenant: try row.text(), key: try row.text(),
            priority: try row.int(), hasWebhook: try row.flag(), state: try row.state(),
            admission: try row.state(), isCancelRequested: try row.flag(),
            isPruned: try row.flag(), pending: try row.int(), due: try row.integer(),
            finished: try row.optionalInteger(), hasPermanentFailure: try row.flag())
    }
}

extension ModelTask {
    fileprivate init(_ row: inout RowCursor, _ id: Int64) throws {
        self.init(
            id: id, job: try row.jobID(), kind: try row.text(), priority: try row.int(),
            state: try row.state(), fencingToken: try row.integer(), attempts: try row.int(),
            reclaims: try row.int(), crashCount: try row.int(),
            consecutiveCrashes: try row.int(), isAlone: try row.flag(), artifacts: try row.int(),
            worker: try row.optionalInteger(), hasPublication: try row.flag(),
            publicationChecks: try row.int(), unmetDependencies: try row.int(),
            hasCost: try row.flag(), due: try row.optionalInteger(),
            abandonedBy: try row.optionalInteger())
    }
}
