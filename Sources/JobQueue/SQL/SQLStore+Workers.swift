internal import Foundation

extension SQLStatement {
    fileprivate static let insertWorker = SQLStatement(
        "insert_worker", "INSERT INTO worker (heartbeat) VALUES ({steady}) RETURNING id")
    fileprivate static let insertWorkerInfo = SQLStatement(
        "insert_worker_info", "INSERT INTO worker_info (id, info) VALUES ($1, $2)")
    fileprivate static let heartbeat = SQLStatement(
        "heartbeat", "UPDATE worker SET heartbeat = {steady} WHERE id = $1 RETURNING id")
    fileprivate static let leasesOfWorker = SQLStatement(
        "leases_of_worker",
        """
        SELECT task.id AS id, task.fencing_token AS fencing_token, task.job AS job,
            CASE WHEN task.kind <> \(kind: NewTask.cleanup) AND (job.cancel_requested = 1 OR job.state >= \(job: .completed))
                THEN 1 ELSE 0 END AS is_obsolete
        FROM task JOIN job ON job.id = task.job WHERE task.worker = $1
        """)
    static let deleteWorker = SQLStatement("delete_worker", "DELETE FROM worker WHERE id = $1")
    static let deleteWorkerInfo = SQLStatement(
        "delete_worker_info", "DELETE FROM worker_info WHERE id = $1")
    static let tasksOfWorker = SQLStatement(
        "tasks_of_worker",
        """
        SELECT id, fencing_token, job, state, reclaims, alone, artifacts, crash_count, consecutive_crashes FROM task
        WHERE worker = $1 ORDER BY job, id
        """)
    static let orphanPublication = SQLStatement(
        "orphan_publication",
        """
        UPDATE task SET reclaims = reclaims + 1, worker = NULL, alone = 0
        WHERE id = $1 AND fencing_token = $2 AND coalesce(worker, 0) = $3 AND state = \(task: .publishing) RETURNING id
        """)
    /// Makes delayed tasks ready whose time has come; a time after the longest backoff means that the wall clock was set back.
    ///
    /// A deferred suspect remains a suspect. The worker that abandoned a task does not claim it for a while.
    fileprivate static let wakeDelayed = SQLStatement(
        "wake_delayed",
        """
        UPDATE task SET state = CASE WHEN alone = 1 THEN \(task: .quarantined) ELSE \(task: .ready) END, alone = 0,
            due = CASE WHEN alone = 1 THEN {now} + $2
                WHEN abandoned_by IS NOT NULL THEN {now} + \(abandonmentTimeout) END,
            virtual_start = \(clampedVirtualStart)
        WHERE id IN (
            SELECT id FROM task WHERE state = \(task: .delayed) AND (due <= {now} OR due > {now} + $1)
            ORDER BY due LIMIT 500 {lock skipping}
        )
        RETURNING id
        """)
    fileprivate static let claimPublications = SQLStatement(
        "claim_publications",
        """
        UPDATE task SET worker = $1, fencing_token = fencing_token + 1, due = NULL
        WHERE id IN (
            SELECT id FROM task WHERE state = \(task: .publishing) AND worker IS NULL
            AND (due IS NULL OR due <= {now} OR due > {now} + $3) ORDER BY id LIMIT $2 {lock skipping}
        )
        RETURNING id, fencing_token, job, publication, publication_checks,
            (SELECT cancel_requested FROM job WHERE job.id = \(returnedJob)) AS cancel_requested,
            \(generation) AS generation
        """)

    private static let isUnresolved: SQLText = """
        id = $1 AND fencing_token = $2 AND coalesce(worker, 0) = $3 AND state = \(task: .publishing)
        """
    fileprivate static let publicationChecks = SQLStatement(
        "publication_checks", "SELECT publication_checks FROM task WHERE \(isUnresolved)")
    fileprivate static let deferPublication = SQLStatement(
        "defer_publication",
        """
        UPDATE task SET worker = NULL, publication_checks = publication_checks + 1, due = {now} + $4
        WHERE \(isUnresolved)
        """)
}

extension SQLStore {
    /// The longest backoff of a publication with an unknown outcome, in milliseconds; chosen so that the task continues soon
    /// after its file server responds again.
    fileprivate static let maxPublicationBackoff: Int64 = 60_000

    public func register(_ worker: WorkerInfo) async throws -> Int64 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let info = String(decoding: try encoder.encode(worker), as: UTF8.self)
        return try await transaction { session in
            let id = try session.requiredRow(.insertWorker, []).integer("id")
            try session.run(.insertWorkerInfo, [.integer(id), .text(info)])
            return id
        }
    }

    public func heartbeat(_ worker: Int64) async throws -> Heartbeat {
        let dedicated = database.dedicated
        let found = try await dedicated.single(.relaxed, .heartbeat, [.integer(worker)])
        guard !found.isEmpty else { return Heartbeat(isKnown: false, leases: []) }
        let leases = try await dedicated.single(.read, .leasesOfWorker, [.integer(worker)])
        return Heartbeat(
            isKnown: true,
            leases: try leases.map { row in
                Heartbeat.LeaseStatus(
                    lease: try Lease(row, worker: worker),
                    isObsolete: try row.flag("is_obsolete"))
            })
    }

    public func maintain() async throws -> Maintenance {
        var outcome = Maintenance()
        var firstError: (any Error)?
        /// Runs one step; its error does not prevent the others.
        func attempt(_ step: () async throws -> Void) async {
            do {
                try Task.checkCancellation()
                try await step()
            } catch {
                firstError = firstError ?? error
            }
        }
        await attempt { outcome = try await reclaimTasks() }
        await attempt { outcome.admitted += try await wakeDelayed() }
        await attempt { outcome.admitted += try await transaction { try $0.admitDue() } }
        await attempt { outcome.admitted += try await admitHeld() }
        await attempt { try await deleteExpiredReservations() }
        if isFinishDeletionDue() { await attempt { try await deleteObsoleteFinishes() } }
        outcome.newClusters = database.takeNewClusters()
        // An outcome is reported before an error: a persistent error occurs again in the next call.
        if let firstError, outcome == Maintenance() { throw firstError }
        return outcome
    }

    private func wakeDelayed() async throws -> Int {
        let longest = Int64(policy.maxBackoff * 1000)
        let values: [SQLValue] = [.integer(longest), .integer(quarantineTimeout)]
        return try await database.single(.normal, .wakeDelayed, values).count
    }

    /// Admits held jobs of tenants below their limit, which the end of another job or a new limit has not admitted.
    private func admitHeld() async throws -> Int {
        var count = 0
        for tenant in try await database.single(.read, .tenantsBelowLimit, []) {
            let name = try tenant.text("name")
            count += try await transaction { try $0.admitHeldAfterRecount(name) }
        }
        return count
    }

    public func claimPublications(
        _ worker: Int64, count: Int
    ) async throws -> [ClaimedPublication] {
        let values: [SQLValue] = [
            .integer(worker), .init(count), .integer(Self.maxPublicationBackoff),
        ]
        return try await database.single(.normal, .claimPublications, values).map { row in
            ClaimedPublication(
                lease: try Lease(row, worker: worker), record: try row.text("publication"),
                isCancelRequested: try row.flag("cancel_requested"),
                generation: Int(try row.integer("generation")),
                checks: Int(try row.integer("publication_checks")))
        }
    }

    public func deregister(_ worker: Int64) async throws {
        let policy = policy
        try await transaction { session in
            for row in try session.rows(.tasksOfWorker, [.integer(worker)]) {
                try session.releaseUnstarted(try Lease(row, worker: worker), policy)
            }
            try session.delete(worker: worker)
        }
    }

    public func releaseUnstarted(_ lease: Lease) async throws {
        let policy = policy
        try await transaction { try $0.releaseUnstarted(lease, policy) }
    }

    public func deferPublication(_ lease: Lease) async throws {
        let (policy, random) = (policy, clocks.fraction())
        try await transaction { session in
            guard let job = try session.lock(lease.job) else { return }
            if try !session.deferPublication(lease, policy, random) {
                _ = try session.release(lease, of: job)
            }
        }
    }
}

extension SQLSession {
    /// Releases a task of which it is unknown whether its worker has started it.
    ///
    /// A suspect remains a suspect, and the outcome of a publication remains to be determined.
    fileprivate func releaseUnstarted(_ lease: Lease, _ policy: QueuePolicy) throws {
        guard let job = try lock(lease.job) else { return }
        guard try row(.orphanPublication, lease.values) == nil else { return }
        _ = try release(lease, of: job, quarantine: policy.quarantineTimeout)
    }

    /// Postpones the next check of a publication's outcome, with a backoff of which a random number, 0..<1, is a part.
    ///
    /// - Returns: False if the task is not publishing.
    func deferPublication(
        _ lease: Lease, _ policy: QueuePolicy, _ random: Double
    ) throws -> Bool {
        guard
            let checks = try row(.publicationChecks, lease.values)?.integer("publication_checks")
        else { return false }
        let backoff = Int64(policy.backoff(after: Int(checks) + 1, using: random) * 1000)
        try run(
            .deferPublication,
            lease.values + [.integer(min(SQLStore.maxPublicationBackoff, backoff))])
        return true
    }

    func delete(worker: Int64) throws {
        try run(.deleteReservations, [.integer(worker)])
        try run(.deleteWorker, [.integer(worker)])
        try run(.deleteWorkerInfo, [.integer(worker)])
    }
}
