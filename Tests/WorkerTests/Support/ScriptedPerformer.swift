import Foundation
import class Scheduling.Latch
import Synchronization
import TestSupport
import Testing
import Worker

@testable import JobQueue

/// A performer whose tasks behave as their payloads specify, and which records them.
final class ScriptedPerformer: TaskPerformer {
    private struct State {
        var started: [String] = []
        var startedKinds: [String] = []
        var ended: [String] = []
        var resolved: [String] = []
        var removed: [String] = []
    }
    private let state = Mutex(State())
    /// The latch that some tasks wait for.
    let latch = Latch()
    /// Whether all tasks complete at once.
    private let isQuick: Bool

    init(isQuick: Bool = false) { self.isQuick = isQuick }

    /// The payloads of tasks that started, and of those that ended or were stopped.
    var started: [String] { state.withLock { $0.started } }
    var ended: [String] { state.withLock { $0.ended } }
    /// The kinds of tasks that started.
    var startedKinds: [String] { state.withLock { $0.startedKinds } }
    var resolved: [String] { state.withLock { $0.resolved } }

    var removed: [String] { state.withLock { $0.removed } }

    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        state.withLock { state in
            state.started.append(task.payload)
            state.startedKinds.append(task.kind)
        }
        defer { state.withLock { $0.ended.append(task.payload) } }
        if isQuick { return .completed(result: task.payload) }
        let words = task.payload.split(separator: " ")
        switch words.first {
        case "use":
            // CPU times, and a failure if a word follows them.
            context.expectCPUTime(100)
            for seconds in words.dropFirst().compactMap({ Double($0) }) {
                context.cpuTimeUsed(seconds)
            }
            if words.last == "refused" { throw TaskError(.refused) }
            if words.last == "stopped" { throw CancellationError() }
            return .completed(result: task.payload)
        case "hang":
            // Until its cancellation.
            await Latch().wait()
            throw CancellationError()
        case "postpone":
            return .deferred(seconds: 0, reason: "no room")
        case "wait":
            await latch.wait()
            try Task.checkCancellation()
            return .completed(result: task.payload)
        case "block":
            // Also after its cancellation.
            await Task { await latch.wait() }.value
            return .completed(result: task.payload)
        case "live":
            // With activity, but without progress.
            while !latch.isOpen {
                context.recordActivity()
                try await Task.sleep(for: .milliseconds(1))
            }
            return .completed(result: task.payload)
        case "break":
            throw TaskError(
                TaskFailure(code: "OUTPUT", message: "m", advice: "a", isPermanent: false),
                isHostError: true)
        case "end":
            throw TaskError(
                TaskFailure(code: "INTERNAL", message: "m", advice: "a", isPermanent: false),
                isHostError: true, endsWorker: true)
        case "refuse":
            throw TaskError(.refused)
        case "publish":
            try await context.beginPublishing("record")
            return .completed(result: "published")
        default:
            return .completed(result: task.payload)
        }
    }

    func resolve(_ publication: ClaimedPublication) async throws -> TaskOutcome {
        state.withLock { $0.resolved.append(publication.record) }
        if publication.record.hasPrefix("block") { await Task { await latch.wait() }.value }
        return publication.isCancelRequested ? .rolledBack : .completed(result: "recovered")
    }

    func removeFiles(of task: ClaimedTask) async {
        state.withLock { $0.removed.append(task.payload) }
    }

    let kinds: Set<String>? = nil

    func obstacle() async -> String? { nil }
}

extension TaskFailure {
    fileprivate static let refused = TaskFailure(
        code: "DAMAGED", message: "m", advice: "a", isPermanent: true)
}

/// A performer that announces 100 CPU seconds, waits for its latch, and uses 8.
final class PlanningPerformer: TaskPerformer {
    let latch = Latch()
    let kinds: Set<String>? = nil

    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        context.expectCPUTime(100)
        context.report(TaskProgress(fraction: 0.5))
        await latch.wait()
        context.cpuTimeUsed(8)
        return .completed(result: nil)
    }

    func resolve(_ publication: ClaimedPublication) async throws -> TaskOutcome { .rolledBack }
    func removeFiles(of task: ClaimedTask) async {}
    func obstacle() async -> String? { nil }
}

/// A queue in a temporary folder, with functions for tests.
struct QueueBench {
    let folder: TemporaryFolder
    let store: any QueueStore
    private let policy: QueuePolicy

    /// Opens the queue; by default no lease expires on a busy host.
    init(_ policy: QueuePolicy = QueuePolicy(leaseDuration: 3600), at url: String? = nil)
        async throws
    {
        folder = try TemporaryFolder("queue")
        self.policy = policy
        let url = url ?? "sqlite:\(folder.url.path)/queue.db"
        store = try await QueueURL(url).open(policy: policy)
    }

    @discardableResult
    func submit(_ payload: String) async throws -> JobID {
        try await store.submit(
            JobRequest(
                key: payload, payload: payload,
                tasks: [NewTask(kind: "test", payload: payload)])
        ).job.id
    }

    func worker(
        _ performer: any TaskPerformer, on database: FailingDatabase? = nil, slots: Int = 2,
        drainTimeout: Double = 0, reportTimeout: Double = 60,
        maxConsecutiveHostErrors: Int = 5, retention: Double? = 30 * 86400,
        clock: SteppingClock? = nil, log: RecordedLog = RecordedLog(),
        counts: WorkerCounts = WorkerCounts()
    ) -> QueueWorker {
        var settings = WorkerSettings(
            info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: slots,
            drainTimeout: drainTimeout, reportTimeout: reportTimeout, stopTimeout: 0.05,
            stallCheckInterval: 0.01, maxConsecutiveHostErrors: maxConsecutiveHostErrors,
            retention: retention, pruningInterval: 0.05,
            leaseDuration: 0.5, idleInterval: 0.05, maxBackoff: 0.05)
        if let clock { settings.now = { clock.step() } }
        return QueueWorker(
            store: database.map { SQLStore($0, policy: policy) } ?? store, performer: performer,
            settings: settings, logger: log.logger, counts: counts)
    }

    /// Reclaims the tasks of a worker, as if it had been killed.
    func reclaim(from worker: Int64) async throws {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement("reclaim", "DELETE FROM worker WHERE id = $1")
        _ = try await store.database.single(.normal, statement, [.integer(worker)])
        _ = try await store.maintain()
    }

    /// Returns the expected and the reported CPU time of a job's first task, in seconds.
    func cpuTime(_ job: JobID) async throws -> (expected: Double?, reported: Double?) {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement(
            "cpu_time", "SELECT cost, cpu_seconds FROM task WHERE job = $1 ORDER BY id LIMIT 1")
        let row = try await store.database.single(.normal, statement, [.init(job)]).first
        return (try row?.real("cost"), try row?.optionalReal("cpu_seconds"))
    }

    /// Returns the number of artifacts that the present attempt at a task has reported.
    func artifacts(of task: Int64) async throws -> Int64? {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement("artifacts", "SELECT artifacts FROM task WHERE id = $1")
        return try await store.database.single(.normal, statement, [.integer(task)]).first?
            .integer("artifacts")
    }

    /// Replaces the record of a publication, and the number of its checks.
    func setPublication(_ record: String, checks: Int64, of task: Int64) async throws {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement(
            "set_publication",
            "UPDATE task SET publication = $1, publication_checks = $2 WHERE id = $3")
        let values: [SQLValue] = [.text(record), .integer(checks), .integer(task)]
        _ = try await store.database.single(.normal, statement, values)
    }

    /// Ends the backoff of a publication.
    func setPublicationDue(_ task: Int64) async throws {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement("set_due", "UPDATE task SET due = NULL WHERE id = $1")
        _ = try await store.database.single(.normal, statement, [.integer(task)])
    }

    /// Opens the queue of the folder with a database that fails on request.
    func failingDatabase() throws -> FailingDatabase {
        try FailingDatabase(folder.file("queue.db").path)
    }

    /// Runs a worker until a condition of the store holds, then drains it.
    func run(
        _ worker: QueueWorker, until isDone: @escaping @Sendable () async throws -> Bool
    ) async throws {
        async let ended: Void = worker.run()
        try await eventually(isDone)
        await worker.drain()
        try await ended
    }

    func state(_ job: JobID) async throws -> JobState? { try await store.job(job)?.state }
}
