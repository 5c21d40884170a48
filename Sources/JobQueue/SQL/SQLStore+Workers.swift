internal import Foundation
internal import Synchronization

extension SQLStatement {
    fileprivate static let register = SQLStatement(
        "register", "INSERT INTO worker (seen) VALUES ({steady}) RETURNING id")
    fileprivate static let introduce = SQLStatement(
        "introduce", "INSERT INTO worker_info (id, info) VALUES ($1, $2)")
    fileprivate static let heartbeat = SQLStatement(
        "heartbeat", "UPDATE worker SET seen = {steady} WHERE id = $1 RETURNING id")
    fileprivate static let held = SQLStatement(
        "held",
        """
        SELECT task.id, task.epoch, task.job,
            CASE WHEN task.kind <> 'cleanup' AND (job.cancelling = 1 OR job.state >= 2) THEN 1 ELSE 0 END
        FROM task JOIN job ON job.id = task.job WHERE task.worker = $1
        """)
    fileprivate static let lastWords = SQLStatement("last_words", "SELECT id, seen FROM worker")
    /// Unless it speaks right now, or another process gives it up.
    fileprivate static let stillSilent = SQLStatement(
        "still_silent", "SELECT id FROM worker WHERE id = $1 AND seen = $2 {lock skipping}")
    /// Of those that were given up while they claimed.
    fileprivate static let vanished = SQLStatement(
        "vanished",
        """
        SELECT DISTINCT worker FROM task WHERE worker IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = task.worker) LIMIT 50
        """)
    fileprivate static let deleteWorker = SQLStatement(
        "delete_worker", "DELETE FROM worker WHERE id = $1")
    fileprivate static let deleteWorkerInfo = SQLStatement(
        "delete_worker_info", "DELETE FROM worker_info WHERE id = $1")
    fileprivate static let heldByWorker = SQLStatement(
        "held_by_worker",
        """
        SELECT id, epoch, job, state, losses, alone, artifacts, crashes, crashes_in_row FROM task
        WHERE worker = $1 ORDER BY job, id
        """)
    fileprivate static let loseTask = SQLStatement(
        "lose_task",
        """
        UPDATE task SET losses = losses + 1, worker = NULL, state = $4, failure = $5, progress = 0, due = {now} + $6,
            crashes = $7, crashes_in_row = $8, alone = 0, avoids = NULL,
            place = {greatest}(place, (SELECT clock FROM lane WHERE lane.priority = task.priority))
        WHERE id = $1 AND epoch = $2 AND coalesce(worker, 0) = $3 AND state = 3 RETURNING id
        """)
    fileprivate static let orphanPublication = SQLStatement(
        "orphan_publication",
        """
        UPDATE task SET losses = losses + 1, worker = NULL, alone = 0
        WHERE id = $1 AND epoch = $2 AND coalesce(worker, 0) = $3 AND state = 4 RETURNING id
        """)
    /// Also those whose time is further away than any retry's: the clock was set back.
    ///
    /// A suspect that was put off stays one. What a worker has abandoned is not for that worker for a while.
    fileprivate static let wakeDelayed = SQLStatement(
        "wake_delayed",
        """
        UPDATE task SET state = CASE WHEN alone = 1 THEN 8 ELSE 1 END, alone = 0,
            due = CASE WHEN alone = 1 THEN {now} + $2 WHEN avoids IS NOT NULL THEN {now} + \(avoidance) END,
            place = {greatest}(place, (SELECT clock FROM lane WHERE lane.priority = task.priority))
        WHERE id IN (
            SELECT id FROM task WHERE state = 2 AND (due <= {now} OR due > {now} + $1) ORDER BY due LIMIT 500 {lock skipping}
        )
        RETURNING id
        """)
    fileprivate static let claimPublications = SQLStatement(
        "claim_publications",
        """
        UPDATE task SET worker = $1, epoch = epoch + 1, due = NULL
        WHERE id IN (
            SELECT id FROM task WHERE state = 4 AND worker IS NULL
            AND (due IS NULL OR due <= {now} OR due > {now} + $3) ORDER BY id LIMIT $2 {lock skipping}
        )
        RETURNING id, epoch, job, publication, (SELECT cancelling FROM job WHERE job.id = \(returnedJob)),
            \(generation)
        """)
}

extension SQLStatement {
    private static let unjudged =
        "id = $1 AND epoch = $2 AND coalesce(worker, 0) = $3 AND state = 4"
    fileprivate static let looks = SQLStatement(
        "looks", "SELECT looks FROM task WHERE \(unjudged)")
    fileprivate static let putOff = SQLStatement(
        "put_off",
        "UPDATE task SET worker = NULL, looks = looks + 1, due = {now} + $4 WHERE \(unjudged)")
}

extension SQLStore {
    /// Milliseconds that a publication waits at most which cannot be judged: chosen because a share that is back is soon noticed.
    fileprivate static let longestLook: Int64 = 60_000

    public func register(_ worker: WorkerInfo) async throws -> Int64 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let info = String(decoding: try encoder.encode(worker), as: UTF8.self)
        return try await transaction { session in
            guard let id = try session.row(.register, [])?.integer(0) else {
                throw SQLFault.value("a new worker")
            }
            try session.run(.introduce, [.integer(id), .text(info)])
            return id
        }
    }

    public func heartbeat(_ worker: Int64) async throws -> Heartbeat {
        let express = database.express
        let seen = try await express.single(.loose, .heartbeat, [.integer(worker)])
        guard !seen.isEmpty else { return Heartbeat(isKnown: false, held: []) }
        let held = try await express.single(.read, .held, [.integer(worker)]).map { row in
            guard let job = JobID(try row.text(2)) else { throw SQLFault.value("a task's job") }
            return Heartbeat.Held(
                lease: Lease(
                    job: job, task: try row.integer(0), epoch: try row.integer(1), worker: worker),
                isUnwanted: try row.flag(3))
        }
        return Heartbeat(isKnown: true, held: held)
    }

    public func maintain() async throws -> Maintenance {
        var done = Maintenance()
        var fault: (any Error)?
        /// Each by itself: what keeps one from being done is no matter of the others.
        func see(_ step: () async throws -> Void) async {
            do {
                try Task.checkCancellation()
                try await step()
            } catch {
                fault = fault ?? error
            }
        }
        await see { done = try await giveUpLostWorkers() }
        await see { done.admitted += try await wakeDelayed() }
        await see { done.admitted += try await transaction { try $0.admitDue() } }
        await see { done.admitted += try await admitHeld() }
        await see { try await dropExpiredReservations() }
        if isSweepDue() { await see { try await forgetShares() } }
        // What was done is told first; what fails for good is there next time, too.
        if let fault, done == Maintenance() { throw fault }
        return done
    }

    private func wakeDelayed() async throws -> Int {
        let longest = Int64(policy.longestBackoff * 1000)
        let values: [SQLValue] = [.integer(longest), .integer(quarantine)]
        return try await database.single(.normal, .wakeDelayed, values).count
    }

    /// Lets held jobs begin where there is room that nobody has noticed.
    private func admitHeld() async throws -> Int {
        var count = 0
        for tenant in try await database.single(.read, .tenantsWithRoom, []) {
            let name = try tenant.text(0)
            count += try await transaction { try $0.admitHeldAnew(name) }
        }
        return count
    }

    private func giveUpLostWorkers() async throws -> Maintenance {
        let policy = policy
        return try await transaction { session in
            let words = try session.rows(.lastWords, []).map {
                (try $0.integer(0), try $0.integer(1))
            }
            let known = Dictionary(uniqueKeysWithValues: words)
            // Here and not before: the transaction may have waited for the store to be back.
            let silent = try self.silentWorkers.withLock {
                $0.look(at: known, .now, lease: .seconds(policy.lease))
            }.prefix(50).filter { id in
                try session.row(.stillSilent, [.integer(id), .init(known[id])]) != nil
            }
            var done = Maintenance(lostWorkers: silent.count)
            let vanished = try session.rows(.vanished, []).map { try $0.integer(0) }
            for worker in silent + vanished {
                let held = try session.rows(.heldByWorker, [.integer(worker)])
                for row in held {
                    let isBack = try session.lose(
                        row, worker: worker, isOnly: held.count == 1, policy)
                    if let isBack { isBack ? (done.returned += 1) : (done.failed += 1) }
                }
                try session.dismiss(worker)
            }
            return done
        }
    }

    public func claimPublications(
        _ worker: Int64, count: Int
    ) async throws -> [ClaimedPublication] {
        let values: [SQLValue] = [
            .integer(worker), .init(count), .integer(Self.longestLook),
        ]
        return try await database.single(.normal, .claimPublications, values).map { row in
            guard let job = JobID(try row.text(2)) else { throw SQLFault.value("a task's job") }
            return ClaimedPublication(
                lease: Lease(
                    job: job, task: try row.integer(0), epoch: try row.integer(1), worker: worker),
                record: try row.text(3), isCancelling: try row.flag(4),
                generation: Int(try row.integer(5)))
        }
    }

    public func deregister(_ worker: Int64) async throws {
        let policy = policy
        try await transaction { session in
            for row in try session.rows(.heldByWorker, [.integer(worker)]) {
                guard let id = JobID(try row.text(2)) else { continue }
                let lease = Lease(
                    job: id, task: try row.integer(0), epoch: try row.integer(1), worker: worker)
                try session.disown(lease, policy)
            }
            try session.dismiss(worker)
        }
    }

    public func disown(_ lease: Lease) async throws {
        let policy = policy
        try await transaction { try $0.disown(lease, policy) }
    }

    public func putOff(_ lease: Lease) async throws {
        let policy = policy
        try await transaction { session in
            guard let job = try session.lock(lease.job) else { return }
            if try !session.putOff(lease, policy) { _ = try session.release(lease, of: job) }
        }
    }
}

extension SQLSession {
    /// Gives a task back; what became of a publication must be found out by whoever gets it.
    ///
    /// Whether a suspect was run at all is not known: it stays one.
    fileprivate func disown(_ lease: Lease, _ policy: QueuePolicy) throws {
        guard let job = try lock(lease.job) else { return }
        guard try row(.orphanPublication, lease.values) == nil else { return }
        _ = try release(lease, of: job, quarantine: policy.quarantine)
    }

    /// Lets a publication be looked at later; false if it is none.
    func putOff(_ lease: Lease, _ policy: QueuePolicy) throws -> Bool {
        guard let looks = try row(.looks, lease.values)?.integer(0) else { return false }
        let wait = Int64(policy.delay(after: Int(looks) + 1) * 1000)
        try run(.putOff, lease.values + [.integer(min(SQLStore.longestLook, wait))])
        return true
    }

    fileprivate func dismiss(_ worker: Int64) throws {
        try run(.dropReservations, [.integer(worker)])
        try run(.deleteWorker, [.integer(worker)])
        try run(.deleteWorkerInfo, [.integer(worker)])
    }

    /// Takes a task from a worker that is lost.
    ///
    /// - Parameters:
    ///   - row: The task.
    ///   - worker: Who had it.
    ///   - isOnly: Whether the worker had nothing else.
    ///   - policy: When a task is given up.
    /// - Returns: Whether another may have it, or it was given up; `nil` if it waits for its publication's outcome, or is nobody's.
    /// - Throws: What the database throws.
    fileprivate func lose(
        _ row: SQLRow, worker: Int64, isOnly: Bool, _ policy: QueuePolicy
    ) throws -> Bool? {
        guard let id = JobID(try row.text(2)), let job = try lock(id) else { return nil }
        let lease = Lease(
            job: id, task: try row.integer(0), epoch: try row.integer(1), worker: worker)
        if try row.integer(3) == Int64(TaskState.publishing.rawValue) {
            try run(.orphanPublication, lease.values)
            return nil
        }
        let isUnwanted = job.record.isCancelling || job.record.state.isFinal
        let isCleanup = try taskKind(lease.task) == NewTask.cleanup
        let loss = try Loss(row, isOnly: isOnly)
        // A clean-up reads no upload, and is no suspect; what is to be removed is not given up, as where it fails.
        let isPoison = isCleanup ? loss.losses >= policy.losses : loss.isFatal(policy)
        let state: TaskState =
            isPoison
            ? (isCleanup ? .delayed : .failed)
            : isCleanup ? .ready : isUnwanted ? .cancelled : .quarantined
        let failure =
            isPoison ? TaskFailure.lost(times: isCleanup ? loss.losses : loss.crashes) : nil
        let wait: Double? =
            switch state {
            case .delayed: policy.longestBackoff
            case .quarantined: policy.quarantine
            default: nil
            }
        let values: [SQLValue] = [
            .init(state), .init(try failure?.json), .init(wait.map { Int64($0 * 1000) }),
            .init(loss.crashes), .init(loss.crashesInARow),
        ]
        guard try self.row(.loseTask, lease.values + values) != nil else { return nil }
        if isCleanup {
            // But it keeps no job from its end.
            if isPoison, job.record.isCancelling, !job.record.state.isFinal {
                try end(job, as: .cancelled)
            }
        } else if job.record.isCancelling {
            try settle(cancelled: job)
        } else if let failure, !job.record.state.isFinal {
            try end(job, as: .failed, failure: failure)
        } else {
            try letGo(of: job)
        }
        return !isPoison
    }
}

/// A task's record of lost workers, with the present one.
///
/// A task is charged only for a worker that had nothing else: any of several tasks may have been the cause.
private struct Loss {
    let losses: Int
    let crashes: Int
    let crashesInARow: Int
    private let isCrash: Bool

    /// Reads the columns of `heldByWorker`.
    init(_ row: SQLRow, isOnly: Bool) throws {
        losses = Int(try row.integer(4)) + 1
        isCrash = try isOnly && row.flag(5)
        let (before, inARow) = (Int(try row.integer(7)), Int(try row.integer(8)))
        crashes = before + (isCrash ? 1 : 0)
        // An attempt that has finished an artifact has brought the task forward.
        crashesInARow = isCrash ? (try row.integer(6) > 0 ? 0 : inARow + 1) : inARow
    }

    func isFatal(_ policy: QueuePolicy) -> Bool {
        isCrash && (crashesInARow >= policy.crashesInARow || crashes >= policy.crashes)
    }
}
