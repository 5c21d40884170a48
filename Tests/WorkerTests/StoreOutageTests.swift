import Foundation
import class Scheduling.Latch
import Synchronization
import TestSupport
import Testing

@testable import JobQueue
@testable import Worker

/// Outages of the store.
@Suite(.enabled(if: QueueBackend.all.contains(.postgres)), .timeLimit(.minutes(20)))
struct StoreOutageTests {
    /// Opens a queue whose calls are retried for a time.
    private func store(at server: DedicatedPostgresServer, retryTimeout: Duration) async throws
        -> SQLStore
    {
        let database = try await PostgresDatabase(
            server.url + "?schema=public", retryTimeout: retryTimeout)
        try await Migrator(database: database).migrate()
        return SQLStore(database, policy: QueuePolicy(leaseDuration: 3600))
    }

    private func worker(
        _ store: SQLStore, _ performer: LatchedPerformer, _ log: RecordedLog, drainTimeout: Double,
        reportTimeout: Double? = nil
    ) -> QueueWorker {
        QueueWorker(
            store: store, performer: performer,
            settings: WorkerSettings(
                info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: 2,
                drainTimeout: drainTimeout, reportTimeout: reportTimeout,
                leaseDuration: 5, idleInterval: 0.05),
            logger: log.logger)
    }

    @Test func outcomeIsReportedAfterOutage() async throws {
        try await DedicatedPostgresServer.with { server in
            let store = try await store(at: server, retryTimeout: .milliseconds(100))
            let running = try await store.submit(.init("running"))
            let (log, performer) = (RecordedLog(), LatchedPerformer())
            let worker = worker(store, performer, log, drainTimeout: 0, reportTimeout: 60)
            async let ended: Void = worker.run()
            try await eventually { performer.started == ["running"] }
            let before = ContinuousClock.now
            try await server.halt()
            performer.latch.open()
            try await eventually {
                log.count("could not claim tasks") >= 3
                    && log.count("could not report task outcome") >= 2
            }
            // The backoff doubles, with up to half of it random: at least 1, 2, 4 ... seconds.
            let seconds = before.duration(to: .now) / .seconds(1)
            let claims = log.count("could not claim tasks")
            #expect(exp2(Double(claims - 1)) - 1 <= seconds, "\(claims) in \(seconds) s")
            try await server.restart()
            let later = try await store.submit(.init("later"))
            for job in [running.job.id, later.job.id] {
                try await eventually { try await store.job(job)?.state == .completed }
                let events = try await store.events(of: job, after: 0, limit: 100).map(\.kind)
                #expect(events.filter { $0 == .published }.count == 1)
            }
            #expect(try await store.tasks(of: running.job.id).map(\.reclaims) == [0])
            #expect(performer.started == ["running", "later"], "\(log.messages)")
            await worker.drain()
            try await ended
        }
    }

    /// Calls are retried for a minute; the shutdown does not wait for them.
    @Test func shutdownDuringOutageEndsInTime() async throws {
        try await DedicatedPostgresServer.with { server in
            let store = try await store(at: server, retryTimeout: .seconds(60))
            _ = try await store.submit(.init("running"))
            let (log, performer) = (RecordedLog(), LatchedPerformer())
            let worker = worker(store, performer, log, drainTimeout: 1)
            let run = Task { try await worker.run() }
            try await eventually { performer.started == ["running"] }
            try await server.halt()
            performer.latch.open()
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
        self.init(key: name, payload: name, tasks: [NewTask(kind: "test", payload: name)])
    }
}

/// A performer whose tasks wait for a latch.
private final class LatchedPerformer: TaskPerformer {
    let latch = Latch()
    private let names = Mutex<[String]>([])

    var started: [String] { names.withLock(\.self) }

    func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        names.withLock { $0.append(task.payload) }
        await latch.wait()
        return .completed(result: nil)
    }

    func resolve(_ publication: ClaimedPublication) async throws -> TaskOutcome { .rolledBack }

    func removeFiles(of task: ClaimedTask) async {}

    let kinds: Set<String>? = nil

    func obstacle() async -> String? { nil }
}
