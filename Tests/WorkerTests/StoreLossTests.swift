import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JobQueue
@testable import Worker

/// A store that goes away under a worker, and comes back.
@Suite(.enabled(if: QueueEngine.all.contains(.postgres)), .timeLimit(.minutes(20)))
struct StoreLossTests {
    /// A queue of its own at a server, which is waited for so long at each question.
    private func store(at server: OwnServer, absence: Duration) async throws -> SQLStore {
        let database = try await PostgresDatabase(server.url + "?schema=public", absence: absence)
        try await Migrator(database: database).migrate()
        return SQLStore(database, policy: QueuePolicy(lease: 3600))
    }

    private func worker(
        _ store: SQLStore, _ performer: GatedPerformer, _ log: RecordedLog, drainTimeout: Double,
        tellTimeout: Double? = nil
    ) -> QueueWorker {
        QueueWorker(
            store: store, performer: performer,
            settings: WorkerSettings(
                info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: 2,
                drainTimeout: drainTimeout, tellTimeout: tellTimeout, lease: 5, idle: 0.05),
            logger: log.logger)
    }

    @Test func whatEndsMeanwhileIsSaidWhenTheServerIsBack() async throws {
        try await OwnServer.with { server in
            let store = try await store(at: server, absence: .milliseconds(100))
            let running = try await store.submit(.init("running"))
            let (log, performer) = (RecordedLog(), GatedPerformer())
            let worker = worker(store, performer, log, drainTimeout: 0, tellTimeout: 60)
            async let ended: Void = worker.run()
            try await eventually { performer.began == ["running"] }
            let before = ContinuousClock.now
            try await server.halt()
            performer.gate.open()
            try await eventually {
                log.count("no task was claimed") >= 3
                    && log.count("the queue did not hear of a task's end") >= 2
            }
            // Each wait is twice as long as the one before, less up to a half: 1, 2, 4 ... seconds at least.
            let seconds = before.duration(to: .now) / .seconds(1)
            let claims = log.count("no task was claimed")
            #expect(exp2(Double(claims - 1)) - 1 <= seconds, "\(claims) in \(seconds) s")
            try await server.restart()
            let later = try await store.submit(.init("later"))
            for job in [running.job.id, later.job.id] {
                try await eventually { try await store.job(job)?.state == .completed }
                let events = try await store.events(of: job, after: 0, limit: 100).map(\.kind)
                #expect(events.filter { $0 == .published }.count == 1)
            }
            #expect(try await store.tasks(of: running.job.id).map(\.losses) == [0])
            #expect(performer.began == ["running", "later"], "\(log.messages)")
            await worker.drain()
            try await ended
        }
    }

    /// Each question persists for a minute: SIGTERM is not what waits for that.
    @Test func aWorkerThatIsToldToStopWhileTheServerIsAwayEndsInTime() async throws {
        try await OwnServer.with { server in
            let store = try await store(at: server, absence: .seconds(60))
            _ = try await store.submit(.init("running"))
            let (log, performer) = (RecordedLog(), GatedPerformer())
            let worker = worker(store, performer, log, drainTimeout: 1)
            let run = Task { try await worker.run() }
            try await eventually { performer.began == ["running"] }
            try await server.halt()
            performer.gate.open()
            let before = ContinuousClock.now
            await worker.drain()
            let error = await #expect(throws: QueueError.self) { try await run.value }
            #expect(error?.code == .unreachable)
            #expect(before.duration(to: .now) < .seconds(30), "\(log.messages)")
        }
    }
}

extension JobRequest {
    fileprivate init(_ name: String) {
        self.init(key: name, payload: name, tasks: [NewTask(kind: "work", payload: name)])
    }
}

/// Does nothing until it may go on.
private final class GatedPerformer: TaskPerformer {
    let gate = Gate()
    private let names = Mutex<[String]>([])

    var began: [String] { names.withLock(\.self) }

    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        names.withLock { $0.append(task.payload) }
        await gate.passed()
        return .done(result: nil)
    }

    func recover(_ publication: ClaimedPublication) async throws -> TaskOutcome { .undone }

    func tidy(_ task: ClaimedTask) async {}

    let kinds: Set<String>? = nil

    func reasonToWait() async -> String? { nil }
}
