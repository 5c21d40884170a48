/// A job's row, as every statement about jobs reads it.
struct JobRow {
    static let columns = """
        id, tenant, key, state, hold, priority, payload, webhook, cancelling, created, due, started, finished, progress, \
        remaining, note, result, failure, pending, forgotten, \
        coalesce((SELECT 1 FROM tenant WHERE tenant.name = job.tenant AND max_running IS NOT NULL), 0)
        """

    let record: JobRecord
    /// Tasks that are not done.
    let pending: Int
    /// Nobody wants to know of it any more: it goes when what it left is gone.
    let isForgotten: Bool
    /// Its tenant may run only so many at once.
    let isLimited: Bool

    init(_ row: SQLRow) throws {
        guard let id = JobID(try row.text(0)) else { throw SQLFault.value("a job's id") }
        guard let state = JobState(rawValue: Int(try row.integer(3))),
            let hold = JobHold(rawValue: Int(try row.integer(4)))
        else { throw SQLFault.value("a job's state") }
        record = JobRecord(
            id: id, tenant: try row.text(1), key: try row.text(2), state: state,
            priority: Int(try row.integer(5)), payload: try row.text(6),
            webhook: row.optionalText(7), isCancelling: try row.flag(8) && !state.isFinal,
            hold: hold,
            created: try row.integer(9), due: try row.integer(10),
            started: try row.optionalInteger(11), finished: try row.optionalInteger(12),
            progress: try row.real(13), remaining: try row.optionalReal(14),
            note: row.optionalText(15), result: row.optionalText(16),
            failure: row.optionalText(17).map(TaskFailure.init(json:)))
        pending = Int(try row.integer(18))
        isForgotten = try row.flag(19)
        isLimited = try row.flag(20)
    }
}

extension SQLStatement {
    static let job = SQLStatement("job", "SELECT \(JobRow.columns) FROM job WHERE id = $1")
    static let lockedJob = SQLStatement(
        "locked_job", "SELECT \(JobRow.columns) FROM job WHERE id = $1 {lock}")
}

extension SQLSession {
    /// Reads a job and keeps others from changing it or its tasks until the end of the transaction.
    func lock(_ job: JobID) throws -> JobRow? {
        try row(.lockedJob, [.init(job)]).map(JobRow.init)
    }

    /// Locks a job and carries out a statement behind the lock, with one wait for both.
    ///
    /// - Returns: The job, and the statement's first row; `nil` where either is missing.
    func lock(
        _ job: JobID, and statement: SQLStatement, _ values: [SQLValue]
    ) throws -> (job: JobRow?, row: SQLRow?) {
        let answers = try answers(to: [(.lockedJob, [.init(job)]), (statement, values)])
        return (try answers[0].first.map(JobRow.init), answers[1].first)
    }
}
