import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Worker

/// Jobs that are retried during their cleanup.
@Suite(.timeLimit(.minutes(20))) struct LateCleanupTests {
    @Test(arguments: QueueBackend.all)
    func delayedCleanupRemovesNoFileOfRetriedJob(engine: QueueBackend) async throws {
        let tiny = try await TinyUpload.shared.value
        try await engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            // The package's name exists: the job fails permanently.
            let taken = output.appending(path: "film")
            try Data("mine".utf8).write(to: taken)
            let job = try await bench.store.submit(try await tiny.request(to: output)).job.id
            let first = try await bench.store.register(.named("first"))
            let task = try #require(try await bench.store.claim(first, count: 1).first)
            let error = try await #require(throws: TaskError.self) {
                try await tiny.performer.perform(task, .unreported)
            }
            #expect(try await bench.store.fail(task.lease, error.failure) == .final)
            let cleanup = try #require(try await bench.store.claimCleanups(first, count: 1).first)

            // The cleanup's worker is suspended, and its lease expires.
            let maintainer = try await QueueURL(url).open(policy: QueuePolicy(leaseDuration: 0))
            try await eventually {
                _ = try await maintainer.maintain()
                return try await maintainer.stats().workers.isEmpty
            }
            try FileManager.default.removeItem(at: taken)
            _ = try await bench.store.retry(job)
            let second = try await SuspendedWorker(bench.store, tiny.performer, until: .staged)
            _ = try await tiny.performer.perform(cleanup, .unreported)
            #expect(
                try await bench.store.complete(cleanup.lease, result: nil, adding: []) == .stale)
            #expect(try await second.resume() == .applied)
            #expect(try await bench.state(job) == .completed)
            #expect(try await bench.store.tasks(of: job).allSatisfy { $0.attempts == 0 })
            // Both workspaces are removed.
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["film"])
        }
    }
}

extension WorkerInfo {
    fileprivate static func named(_ name: String) -> WorkerInfo {
        WorkerInfo(name: name, host: "h", process: 1, version: "0")
    }
}

extension TaskContext {
    /// The lease of a worker that sends no heartbeats.
    static let unreported = TaskContext { _ in
    } note: { _ in
    } beginPublishing: { _ in
    }
}
