/// A row of the table `job`, as every statement about jobs reads it.
struct JobRow {
    static let columns: SQLText = """
        id, tenant, key, state, admission, priority, payload, webhook, cancel_requested, created, due, started, finished, \
        progress, remaining, note, result, failure, pending, pruned, \
        coalesce((SELECT 1 FROM tenant WHERE tenant.name = job.tenant AND max_running IS NOT NULL), 0) AS is_limited
        """

    let record: JobRecord
    /// The number of tasks that are not done.
    let pending: Int
    /// Whether the job is deleted as soon as its files are removed.
    let isPruned: Bool
    /// Whether the tenant has a limit of running jobs.
    let isLimited: Bool

    init(_ row: SQLRow) throws {
        guard let state = JobState(rawValue: Int(try row.integer("state"))) else {
            throw SQLDecodingError.unexpected("state")
        }
        guard let admission = JobAdmission(rawValue: Int(try row.integer("admission"))) else {
            throw SQLDecodingError.unexpected("admission")
        }
        record = JobRecord(
            id: try row.job("id"), tenant: try row.text("tenant"), key: try row.text("key"),
            state: state, priority: Int(try row.integer("priority")),
            payload: try row.text("payload"), webhook: try row.optionalText("webhook"),
            isCancelRequested: try row.flag("cancel_requested") && !state.isFinal,
            admission: admission, created: try row.integer("created"),
            due: try row.integer("due"), started: try row.optionalInteger("started"),
            finished: try row.optionalInteger("finished"), progress: try row.real("progress"),
            remaining: try row.optionalReal("remaining"), note: try row.optionalText("note"),
            result: try row.optionalText("result"), failure: try row.optionalFailure("failure"))
        pending = Int(try row.integer("pending"))
        isPruned = try row.flag("pruned")
        isLimited = try row.flag("is_limited")
    }
}

extension SQLStatement {
    static let job = SQLStatement("job", "SELECT \(JobRow.columns) FROM job WHERE id = $1")
    static let lockedJob = SQLStatement(
        "locked_job", "SELECT \(JobRow.columns) FROM job WHERE id = $1 {lock}")
}

extension SQLSession {
    /// Reads a job and locks it and its tasks until the end of the transaction.
    func lock(_ job: JobID) throws -> JobRow? {
        try row(.lockedJob, [.init(job)]).map(JobRow.init)
    }

    /// Locks a job and then runs a statement, with one round trip for both.
    ///
    /// - Returns: The job, and the statement's first row; `nil` where either is missing.
    func lock(
        _ job: JobID, and statement: SQLStatement, _ values: [SQLValue]
    ) throws -> (job: JobRow?, row: SQLRow?) {
        let results = try results(of: [(.lockedJob, [.init(job)]), (statement, values)])
        return (try results[0].first.map(JobRow.init), results[1].first)
    }
}
