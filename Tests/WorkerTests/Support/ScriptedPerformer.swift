import Foundation
import Synchronization
import TestSupport
import Testing
import Worker

@testable import JobQueue

/// Does what the tasks' payloads say, and remembers it.
final class ScriptedPerformer: TaskPerformer {
    private struct State {
        var began: [String] = []
        var begunKinds: [String] = []
        var ended: [String] = []
        var recovered: [String] = []
        var tidied: [String] = []
    }
    private let state = Mutex(State())
    /// What some wait for.
    let gate = Gate()
    /// Whether it does at once what others hang at.
    private let isQuick: Bool

    init(isQuick: Bool = false) { self.isQuick = isQuick }

    /// Payloads of tasks that began, and of those that ended or were stopped.
    var began: [String] { state.withLock { $0.began } }
    var ended: [String] { state.withLock { $0.ended } }
    /// The kinds of tasks that began.
    var begunKinds: [String] { state.withLock { $0.begunKinds } }
    var recovered: [String] { state.withLock { $0.recovered } }

    var tidied: [String] { state.withLock { $0.tidied } }

    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        state.withLock { state in
            state.began.append(task.payload)
            state.begunKinds.append(task.kind)
        }
        defer { state.withLock { $0.ended.append(task.payload) } }
        if isQuick { return .done(result: task.payload) }
        switch task.payload.split(separator: " ").first {
        case "hang":
            // Until it is cancelled.
            while true { try await Task.sleep(for: .seconds(3600)) }
        case "postpone":
            return .postponed(seconds: 0, reason: "no room")
        case "wait":
            await gate.passed()
            try Task.checkCancellation()
            return .done(result: task.payload)
        case "block":
            // Whether it is cancelled or not.
            await Task { await gate.passed() }.value
            return .done(result: task.payload)
        case "live":
            // Without progress, but not silent.
            while !gate.isOpen {
                context.showLife()
                try await Task.sleep(for: .milliseconds(1))
            }
            return .done(result: task.payload)
        case "break":
            throw TaskFault(
                TaskFailure(code: "OUTPUT", message: "m", advice: "a", isPermanent: false),
                isMachines: true)
        case "end":
            throw TaskFault(
                TaskFailure(code: "INTERNAL", message: "m", advice: "a", isPermanent: false),
                isMachines: true, endsWorker: true)
        case "refuse":
            throw TaskFault(
                TaskFailure(code: "DAMAGED", message: "m", advice: "a", isPermanent: true))
        case "publish":
            try await context.beginPublishing("record")
            return .done(result: "published")
        default:
            return .done(result: task.payload)
        }
    }

    func recover(_ publication: ClaimedPublication) async throws -> TaskOutcome {
        state.withLock { $0.recovered.append(publication.record) }
        if publication.record.hasPrefix("block") { await Task { await gate.passed() }.value }
        return publication.isCancelling ? .undone : .done(result: "recovered")
    }

    func tidy(_ task: ClaimedTask) async { state.withLock { $0.tidied.append(task.payload) } }

    let kinds: Set<String>? = nil

    func reasonToWait() async -> String? { nil }
}

/// A queue in a folder of its own, and what a test does with it.
struct QueueBench {
    let folder: TemporaryFolder
    let store: any QueueStore
    private let policy: QueuePolicy

    /// By default nobody is given up, however little of the machine there is for this test.
    init(_ policy: QueuePolicy = QueuePolicy(lease: 3600), at url: String? = nil) async throws {
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
                tasks: [NewTask(kind: "work", payload: payload)])
        ).job.id
    }

    func worker(
        _ performer: any TaskPerformer, on database: UnsteadyDatabase? = nil, slots: Int = 2,
        drainTimeout: Double = 0, tellTimeout: Double = 60, failuresInARow: Int = 5,
        clock: SteppingClock? = nil, log: RecordedLog = RecordedLog(),
        counts: WorkerCounts = WorkerCounts()
    ) -> QueueWorker {
        var settings = WorkerSettings(
            info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: slots,
            drainTimeout: drainTimeout, tellTimeout: tellTimeout, stopTimeout: 0.05,
            watchInterval: 0.01, failuresInARow: failuresInARow, lease: 0.5, idle: 0.05,
            longestWait: 0.05)
        if let clock { settings.now = { clock.step() } }
        return QueueWorker(
            store: database.map { SQLStore($0, policy: policy) } ?? store, performer: performer,
            settings: settings, logger: log.logger, counts: counts)
    }

    /// Loses a worker, as if it had been killed.
    func lose(_ worker: Int64) async throws {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement("lose", "DELETE FROM worker WHERE id = $1")
        _ = try await store.database.single(.normal, statement, [.integer(worker)])
        _ = try await store.maintain()
    }

    /// How many artifacts the present attempt at a task has finished, as the store knows.
    func artifacts(of task: Int64) async throws -> Int64? {
        let store = try #require(store as? SQLStore)
        let statement = SQLStatement("artifacts", "SELECT artifacts FROM task WHERE id = $1")
        return try await store.database.single(.normal, statement, [.integer(task)]).first?
            .integer(0)
    }

    /// The same queue, where it is in the bench's own folder.
    func unsteadyDatabase() throws -> UnsteadyDatabase {
        try UnsteadyDatabase(folder.file("queue.db").path)
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
