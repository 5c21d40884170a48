import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JobQueue

/// The databases that a queue supports; each test of the queue runs with both.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    /// Both databases; without PostgreSQL if `VT_TEST_PG` names no server, except in CI.
    static let allCases: [Backend] = PostgresServer.isExpected ? [.sqlite, .postgres] : [.sqlite]

    var testDescription: String { rawValue }

    /// Runs a body with a new queue.
    func withStore<Result>(
        _ policy: QueuePolicy = QueuePolicy(), clockStep: Int = 200,
        _ body: (SQLStore) async throws -> Result
    ) async throws -> Result {
        // No lease or backoff may expire between two steps of a test on a busy host.
        var policy = policy
        policy.leaseDuration = 3600
        policy.initialBackoff = max(200, policy.initialBackoff)
        switch self {
        case .sqlite:
            let folder = try TemporaryFolder()
            let store = try await QueueURL("sqlite:\(folder.url.path)/queue.db").openStore(
                policy, clockStep: clockStep)
            return try await body(store)
        case .postgres:
            return try await PostgresServer.withSchema { url in
                try await body(
                    try await QueueURL(url).openStore(policy, clockStep: clockStep))
            }
        }
    }
}

extension SQLStore {
    /// Lets a worker's lease expire.
    func expireLease(of worker: Int64) async throws {
        let rows = try await sql(
            "SELECT heartbeat FROM worker WHERE id = $1", [.integer(worker)])
        let heartbeat = try rows[0].integer("heartbeat")
        // It stays expired until the worker's next heartbeat.
        heartbeatMonitor.withLock { $0.known[worker] = (heartbeat, .seconds(1 << 32)) }
    }

    /// Makes all tasks, jobs and deliveries due.
    func passTime() async throws {
        let statements: [SQLText] = [
            "UPDATE task SET due = 0 WHERE due IS NOT NULL", "UPDATE job SET due = 0",
            "UPDATE delivery SET due = 0 WHERE due IS NOT NULL",
        ]
        for statement in statements { try await sql(statement) }
    }

    func worker(_ name: String = "w") async throws -> Int64 {
        try await register(WorkerInfo(name: name, host: "h", process: 1, version: "0"))
    }

    /// Submits a job of one task.
    @discardableResult
    func submit(
        _ key: String, tenant: String = "default", priority: Int = 0, cost: Double = 1,
        delay: Double = 0, webhook: String? = nil
    ) async throws -> JobID {
        try await submit(
            JobRequest(
                tenant: tenant, key: key, priority: priority, payload: key,
                tasks: [NewTask(kind: "test", payload: key, cost: cost)], delay: delay,
                webhook: webhook)
        ).job.id
    }

    /// Claims one task.
    func claimOne(_ worker: Int64) async throws -> ClaimedTask? {
        try await claim(worker, count: 1).first
    }

    /// Claims a suspect for an idle worker.
    func claimSuspect(_ worker: Int64) async throws -> ClaimedTask? {
        guard case .claimed(let task) = try await claimSuspect(worker, isIdle: true, of: nil)
        else { return nil }
        return task
    }

    /// Reclaims the tasks of a worker, as if it had been killed.
    @discardableResult
    func reclaim(from worker: Int64) async throws -> Maintenance {
        try await expireLease(of: worker)
        return try await maintain()
    }

    func state(_ job: JobID) async throws -> JobState? { try await self.job(job)?.state }

    func kinds(_ job: JobID) async throws -> [JobEvent.Kind] {
        try await events(of: job, after: 0, limit: 100).map(\.kind)
    }
}

extension TaskFailure {
    static let transient = TaskFailure(
        code: "OUTPUT", message: "no room", advice: "make room", isPermanent: false)
    static let permanent = TaskFailure(
        code: "DAMAGED", message: "broken", advice: "upload it again", isPermanent: true)
}
