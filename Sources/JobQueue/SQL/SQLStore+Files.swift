internal import Foundation

extension SQLStatement {
    fileprivate static let insertIdentity = SQLStatement(
        "insert_identity",
        "INSERT INTO setting (name, value) VALUES ('identity', $1) ON CONFLICT DO NOTHING")
    fileprivate static let identity = SQLStatement(
        "identity", "SELECT value FROM setting WHERE name = 'identity'")
    /// Lists failed jobs by the index `job_listed`.
    fileprivate static let failedJobs = SQLStatement(
        "failed_jobs",
        """
        SELECT \(JobRow.columns), CASE WHEN EXISTS (
                SELECT 1 FROM task WHERE task.job = job.id AND kind = \(kind: NewTask.cleanup)
                AND state IN (\(task: .waiting, .ready, .delayed, .running, .done))
            ) THEN 0 ELSE 1 END AS has_files
        FROM job WHERE state = \(job: .failed) AND pruned = 0 AND id > $1 ORDER BY id LIMIT $2
        """)
}

/// The files of jobs, which tasks remove.
extension SQLStore {
    public func identity() async throws -> String {
        let new = SQLValue.text(UUID().uuidString.lowercased())
        return try await transaction(.durable) { session in
            if let known = try session.row(.identity, []) { return try known.text("value") }
            try session.run(.insertIdentity, [new])
            return try session.requiredRow(.identity, []).text("value")
        }
    }

    public func failedJobs(after job: JobID?, limit: Int) async throws -> FailedJobs {
        let values: [SQLValue] = [.text(job?.text ?? ""), .init(max(1, limit))]
        let rows = try await database.single(.read, .failedJobs, values)
        let jobs = try rows.map { (try JobRow($0).record, try $0.flag("has_files")) }
        return FailedJobs(
            jobs: jobs.filter(\.1).map(\.0), next: rows.count < limit ? nil : jobs.last?.0.id)
    }

    public func removeFiles(of job: JobID) async throws -> Bool {
        try await transaction { session in
            guard let job = try session.lock(job)?.record, job.state == .failed else {
                return false
            }
            return try session.addCleanup(ofFailed: job)
        }
    }
}
