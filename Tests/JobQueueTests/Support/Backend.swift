import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JobQueue

/// The databases that a queue can be in; each test of the queue holds for every one.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    /// PostgreSQL where `VT_TEST_PG` is the URL of a server; in CI it is never left out.
    static let allCases: [Backend] = PostgresServer.isExpected ? [.sqlite, .postgres] : [.sqlite]

    var testDescription: String { rawValue }

    /// Opens a queue of its own.
    func withStore<Result>(
        _ policy: QueuePolicy = QueuePolicy(), clockStep: Int = 200,
        _ body: (SQLStore) async throws -> Result
    ) async throws -> Result {
        // A machine that has much else to do must not let a lease or a wait run out between two steps of a test.
        var policy = policy
        policy.lease = 3600
        policy.backoff = max(200, policy.backoff)
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
    /// Lets a worker seem silent for longer than any lease.
    func silence(_ worker: Int64) async throws {
        let text = "SELECT seen FROM worker WHERE id = $1"
        let rows = try await database.single(
            .normal, SQLStatement(text, text), [.integer(worker)])
        let word = try rows[0].integer(0)
        silentWorkers.withLock { $0.assumeSilent(worker, word: word) }
    }

    /// Lets whatever waits for a time be due.
    func passTime() async throws {
        for text in [
            "UPDATE task SET due = 0 WHERE due IS NOT NULL", "UPDATE job SET due = 0",
            "UPDATE delivery SET due = 0 WHERE due IS NOT NULL",
        ] {
            _ = try await database.single(.normal, SQLStatement(text, text), [])
        }
    }

    func worker(_ name: String = "w") async throws -> Int64 {
        try await register(WorkerInfo(name: name, host: "h", process: 1, version: "0"))
    }

    /// A job of one task.
    @discardableResult
    func submit(
        _ key: String, tenant: String = "default", priority: Int = 0, cost: Double = 1,
        delay: Double = 0, webhook: String? = nil
    ) async throws -> JobID {
        try await submit(
            JobRequest(
                tenant: tenant, key: key, priority: priority, payload: key,
                tasks: [NewTask(kind: "work", payload: key, cost: cost)], delay: delay,
                webhook: webhook)
        ).job.id
    }

    /// Claims one task.
    func claimOne(_ worker: Int64) async throws -> ClaimedTask? {
        try await claim(worker, count: 1).first
    }

    /// Claims a suspect for a worker that runs nothing.
    func claimSuspect(_ worker: Int64) async throws -> ClaimedTask? {
        guard case .claimed(let task) = try await claimSuspect(worker, isIdle: true, of: nil)
        else { return nil }
        return task
    }

    /// Loses a worker, as if it had been killed.
    @discardableResult
    func lose(_ worker: Int64) async throws -> Maintenance {
        try await silence(worker)
        return try await maintain()
    }

    func state(_ job: JobID) async throws -> JobState? { try await self.job(job)?.state }

    func kinds(_ job: JobID) async throws -> [JobEvent.Kind] {
        try await events(of: job, after: 0, limit: 100).map(\.kind)
    }
}

extension TaskFailure {
    static let passing = TaskFailure(
        code: "OUTPUT", message: "no room", advice: "make room", isPermanent: false)
    static let permanent = TaskFailure(
        code: "DAMAGED", message: "broken", advice: "upload it again", isPermanent: true)
}
