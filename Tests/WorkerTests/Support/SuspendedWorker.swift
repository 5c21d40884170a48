import Foundation
import JobQueue
import class Scheduling.Latch
import Storage
import Testing

@testable import Transcoding
@testable import Worker

/// A worker that is suspended during a publication, as by SIGSTOP, and may continue later.
struct SuspendedWorker {
    enum Point: CaseIterable {
        /// The package is staged, and the record is not stored.
        case staged
        /// The record is stored.
        case recorded
        /// The package is committed.
        case committed
        /// The workspace is removed.
        case cleaned
        /// The completion is reported.
        case reported

        var hasName: Bool { self != .staged && self != .recorded }
    }

    let lease: Lease
    private let store: any QueueStore
    private let performer: TranscodingPerformer
    private let task: ClaimedTask
    private let alarm = Latch()
    private let execution: Task<TaskOutcome, any Error>

    /// Performs the queue's only task until a point.
    init(
        _ store: any QueueStore, _ performer: TranscodingPerformer, until point: Point
    ) async throws {
        (self.store, self.performer) = (store, performer)
        let id = try await store.register(
            WorkerInfo(name: "sleeper", host: "h", process: 1, version: "0"))
        let task = try #require(try await store.claim(id, count: 1).first)
        self.task = task
        let lease = task.lease
        self.lease = lease
        let (asleep, alarm) = (Latch(), alarm)
        @Sendable func reach(_ reached: Point) async {
            guard reached == point else { return }
            asleep.open()
            await alarm.wait()
        }
        execution = Task {
            // After a failure, the test continues and detects it.
            defer { asleep.open() }
            let context = TaskContext { _ in
            } note: { _ in
            } beginPublishing: { record in
                await reach(.staged)
                guard try await store.beginPublishing(lease, record: record) == .applied else {
                    throw CancellationError()
                }
                await reach(.recorded)
                guard point == .committed else { return }
                let built = try JSONDecoder().decode(BuiltPackage.self, from: Data(record.utf8))
                try built.commit(in: .local)
                await reach(.committed)
            }
            let outcome = try await performer.perform(task, context)
            await reach(.cleaned)
            if case .completed(let result, let tasks) = outcome {
                _ = try await store.complete(lease, result: result, adding: tasks)
            }
            await reach(.reported)
            return outcome
        }
        await asleep.wait()
    }

    /// Continues, and reports the task's outcome.
    ///
    /// - Returns: The response of the queue.
    func resume() async throws -> Transition {
        alarm.open()
        let response: Transition
        switch await execution.result {
        case .success(.completed(let result, let tasks)):
            response = try await store.complete(lease, result: result, adding: tasks)
        case .success(.rolledBack), .success(.deferred), .failure(is CancellationError):
            response = try await store.release(lease)
        case .failure(let error):
            let failure = try #require(error as? TaskError, "\(error)").failure
            response = try await store.fail(lease, failure) == .stale ? .stale : .applied
        }
        if response == .stale { await performer.removeFiles(of: task) }
        return response
    }
}
