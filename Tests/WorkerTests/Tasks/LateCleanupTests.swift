import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Worker

/// Jobs that are retried while what they left is removed.
@Suite(.timeLimit(.minutes(20))) struct LateCleanupTests {
    @Test(arguments: QueueEngine.all)
    func aRemovalThatWakesLateTakesNothingFromTheRetriedJob(engine: QueueEngine) async throws {
        let film = try await TinyFilm.shared.value
        try await engine.withURL { url in
            let bench = try await QueueBench(at: url)
            let output = try bench.folder.folder("out")
            // Its name is taken: it fails for good.
            let taken = output.appending(path: "film")
            try Data("mine".utf8).write(to: taken)
            let job = try await bench.store.submit(try await film.request(to: output)).job.id
            let first = try await bench.store.register(.named("first"))
            let task = try #require(try await bench.store.claim(first, count: 1).first)
            let fault = try await #require(throws: TaskFault.self) {
                try await film.performer.perform(task, .silent)
            }
            #expect(try await bench.store.fail(task.lease, fault.failure) == .final)
            let cleanup = try #require(try await bench.store.claimCleanups(first, count: 1).first)

            // Now its worker sleeps, and is given up.
            let impatient = try await QueueURL(url).open(policy: QueuePolicy(lease: 0))
            try await eventually {
                _ = try await impatient.maintain()
                return try await impatient.stats().workers.isEmpty
            }
            try FileManager.default.removeItem(at: taken)
            _ = try await bench.store.retry(job)
            let second = try await SleepingWorker(bench.store, film.performer, until: .built)
            _ = try await film.performer.perform(cleanup, .silent)
            #expect(
                try await bench.store.complete(cleanup.lease, result: nil, adding: []) == .stale)
            #expect(try await second.wake() == .made)
            #expect(try await bench.state(job) == .completed)
            #expect(try await bench.store.tasks(of: job).allSatisfy { $0.attempts == 0 })
            // Nor has anything stayed of either.
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
    /// Of one whom nobody hears.
    fileprivate static let silent = TaskContext { _ in
    } note: { _ in
    } beginPublishing: { _ in
    }
}
