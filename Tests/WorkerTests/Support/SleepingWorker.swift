import Foundation
import JobQueue
import Testing

@testable import Transcoding
@testable import Worker

/// A worker that stops in the middle of a publication: as one that was killed, or on a machine that sleeps until it is woken.
struct SleepingWorker {
    enum Point: CaseIterable {
        /// The package is built, and the queue knows nothing of it.
        case built
        /// The queue knows what is about to get its name.
        case begun
        /// It has its name.
        case renamed
        /// What the job left is removed.
        case cleaned
        /// The queue knows that it is done.
        case told

        var hasName: Bool { self != .built && self != .begun }
    }

    let lease: Lease
    private let store: any QueueStore
    private let performer: TranscodingPerformer
    private let task: ClaimedTask
    private let alarm = Gate()
    private let work: Task<TaskOutcome, any Error>

    /// Works on the queue's only task until it has come to that point.
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
        let (asleep, alarm) = (Gate(), alarm)
        @Sendable func reach(_ reached: Point) async {
            guard reached == point else { return }
            asleep.open()
            await alarm.passed()
        }
        work = Task {
            // Should it fail instead, the test goes on, and sees that.
            defer { asleep.open() }
            let context = TaskContext { _ in
            } note: { _ in
            } beginPublishing: { record in
                await reach(.built)
                guard try await store.beginPublishing(lease, record: record) == .made else {
                    throw CancellationError()
                }
                await reach(.begun)
                guard point == .renamed else { return }
                let built = try JSONDecoder().decode(BuiltPackage.self, from: Data(record.utf8))
                try built.publish()
                await reach(.renamed)
            }
            let outcome = try await performer.perform(task, context)
            await reach(.cleaned)
            if case .done(let result, let tasks) = outcome {
                _ = try await store.complete(lease, result: result, adding: tasks)
            }
            await reach(.told)
            return outcome
        }
        await asleep.passed()
    }

    /// Lets it go on, and do what a worker does with its task's end.
    ///
    /// - Returns: What the queue says to that.
    func wake() async throws -> Transition {
        alarm.open()
        let answer: Transition
        switch await work.result {
        case .success(.done(let result, let tasks)):
            answer = try await store.complete(lease, result: result, adding: tasks)
        case .success(.undone), .success(.postponed), .failure(is CancellationError):
            answer = try await store.release(lease)
        case .failure(let error):
            let failure = try #require(error as? TaskFault, "\(error)").failure
            answer = try await store.fail(lease, failure) == .stale ? .stale : .made
        }
        if answer == .stale { await performer.tidy(task) }
        return answer
    }
}
