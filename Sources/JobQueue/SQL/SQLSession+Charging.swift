extension SQLStatement {
    /// The number of a tenant's ready tasks whose start times contain every correction, at least; chosen as more than a host
    /// usually claims between two completed tasks of a tenant.
    private static let window = 16
    /// The CPU seconds `$3` in milliseconds of the tenant's virtual time.
    private static let correction: SQLText = """
        CAST(round($3 * 1000 / coalesce((SELECT weight FROM tenant WHERE name = $1), 1)) AS bigint)
        """
    /// A row that was deleted as obsolete is created again: the tenant's finish time was at the virtual clock at most.
    fileprivate static let correctFinish = SQLStatement(
        "correct_finish",
        """
        INSERT INTO virtual_finish (tenant, priority, time, correction)
        SELECT $1, $2, {greatest}(0, time + \(correction)), \(correction) FROM virtual_clock WHERE priority = $2
        ON CONFLICT (tenant, priority) DO UPDATE
        SET time = {greatest}(0, virtual_finish.time + excluded.correction),
            correction = virtual_finish.correction + excluded.correction
        """)
    private static let total: SQLText = """
        coalesce((SELECT correction FROM virtual_finish WHERE tenant = $1 AND priority = $2), 0)
        """
    private static let isReady: SQLText = """
        tenant = $1 AND priority = $2 AND state = \(task: .ready)
        """
    /// Moves the first ready tasks of a tenant to their corrected start times.
    ///
    /// A correction concerns all tasks of a tenant that have not started, which may be 100,000. Only those are moved that may be
    /// claimed next: later ones follow when they are among the first. After a correction by `$3` to later times, these are all
    /// up to the new start of the former first ones; the number is in proportion to the CPU time that was used, and limited.
    ///
    /// No task is moved before the virtual clock, where claims would not find it. Locked tasks are about to start.
    fileprivate static let moveReadyTasks = SQLStatement(
        "move_ready_tasks",
        """
        UPDATE task SET applied_correction = \(total),
            virtual_start = {greatest}(virtual_start + \(total) - applied_correction, {least}(virtual_start,
                (SELECT time FROM virtual_clock WHERE virtual_clock.priority = $2)))
        WHERE id IN (
            SELECT id FROM task WHERE \(isReady) AND applied_correction <> \(total)
            AND virtual_start <= {greatest}(0, \(correction)) + coalesce((
                SELECT virtual_start FROM task WHERE \(isReady) ORDER BY virtual_start, id LIMIT 1 OFFSET \(window - 1)
            ), (SELECT max(virtual_start) FROM task WHERE \(isReady)))
            ORDER BY virtual_start, id LIMIT 1000 {lock skipping}
        )
        """)
}

/// A session that makes the charges of a transaction at its end.
///
/// A charge locks the tenant's virtual finish time until the commit. A transaction that locked it between two jobs could wait for
/// one that has locked the second job and waits for the virtual finish time.
final class ChargingSession: SQLSession {
    private struct Account: Hashable {
        let tenant: String
        let priority: Int
    }
    private let base: any SQLSession
    private var charges: [Account: Double] = [:]

    init(_ base: any SQLSession) { self.base = base }

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> [SQLRow] {
        try base.rows(statement, values)
    }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        try base.run(statement, values)
    }

    func results(of statements: [(SQLStatement, [SQLValue])]) throws -> [[SQLRow]] {
        try base.results(of: statements)
    }

    fileprivate func add(_ seconds: Double, tenant: String, priority: Int) {
        charges[Account(tenant: tenant, priority: priority), default: 0] += seconds
    }

    /// Makes the charges, always in the same order of tenants.
    func makeCharges() throws {
        let ordered = charges.sorted {
            ($0.key.tenant, $0.key.priority) < ($1.key.tenant, $1.key.priority)
        }
        for (account, seconds) in ordered {
            try base.charge(seconds, tenant: account.tenant, priority: account.priority)
        }
        charges = [:]
    }
}

/// Fair queueing by CPU time.
///
/// A submission is charged an estimate, which plans and then measurements replace. A correction moves the tenant's virtual
/// finish time, and with it the tasks that are submitted later, and the start times of the tenant's tasks that are ready.
extension SQLSession {
    /// Charges a job's tenant for CPU seconds, at the end of the transaction; negative ones are a refund.
    func charge(_ job: JobRecord, _ seconds: Double) throws {
        guard let session = self as? ChargingSession else {
            return try charge(seconds, tenant: job.tenant, priority: job.priority)
        }
        session.add(seconds, tenant: job.tenant, priority: job.priority)
    }

    fileprivate func charge(_ seconds: Double, tenant: String, priority: Int) throws {
        // Less than a millisecond has no effect.
        guard abs(seconds) >= 0.001 else { return }
        let values: [SQLValue] = [.text(tenant), .init(priority), .real(seconds)]
        try run(.correctFinish, values)
        try run(.moveReadyTasks, values)
    }
}
