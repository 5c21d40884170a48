internal import Foundation
internal import JobQueue
internal import Logging
internal import class Scheduling.Pause

/// What becomes of one task.
extension QueueWorker {
    /// Does a task and says what became of it, however long the store is away.
    func carryOut(_ task: ClaimedTask) async {
        let lease = task.lease
        let sender = ProgressSender()
        sender.send(TaskProgress(fraction: 0))
        let sending = Task { [store] in await sender.run(store, lease) }
        logger.info("\(task.kind) began", metadata: ["job": "\(lease.job)"])
        let result = await outcome(of: task, sender)
        sending.cancel()
        await sending.value
        guard endsItself(lease) else {
            if await isOver(lease.job) { await performer.tidy(task) }
            return
        }
        let isStale = await conclude(lease, result, task.kind)
        if isStale {
            // Not stopped by what stopped the task.
            await Task { if await isOver(lease.job) { await performer.tidy(task) } }.value
        }
        active[lease] = nil
        pause.end()
    }

    /// Whether nobody will go on with a job: it has ended for good, or is forgotten.
    private func isOver(_ id: JobID) async -> Bool {
        do {
            guard let job = try await store.job(id) else { return true }
            // What failed has a task that cleans up, and may be retried at any moment.
            return job.state == .completed || job.state == .cancelled
        } catch {
            return false
        }
    }

    private func outcome(
        of task: ClaimedTask, _ sender: ProgressSender
    ) async -> Result<TaskOutcome, any Error> {
        let (store, lease) = (store, task.lease)
        let signs = active[lease]?.signs ?? SignsOfLife(expecting: task.cost)
        let context = TaskContext { progress in
            sender.send(progress)
            signs.show()
        } note: { note in
            sender.send(note: note)
            signs.show()
        } showLife: {
            signs.show()
        } expect: { seconds in
            signs.expect(seconds)
        } noteArtifact: {
            sender.sendArtifact()
            signs.show()
        } beginPublishing: { record in
            let isMade = try await Self.insist {
                try await store.beginPublishing(lease, record: record) == .made
            }
            guard isMade else { throw CancellationError() }
        }
        do {
            return .success(try await performer.perform(task, context))
        } catch {
            return .failure(error)
        }
    }

    /// Says in the store what became of a task.
    ///
    /// - Returns: Whether it was another's by then.
    @discardableResult
    func conclude(
        _ lease: Lease, _ result: Result<TaskOutcome, any Error>, _ kind: String
    ) async -> Bool {
        let store = store
        if case .failure = result, active[lease]?.end == .stalled {
            let outcome = await abandon(lease, kind)
            endIfUseless()
            return outcome == .stale
        }
        switch result {
        case .success(.done(let result, let tasks)):
            abandonedInARow = 0
            let end = await persist(lease) {
                try await store.complete(lease, result: result, adding: tasks)
            }
            failedInARow = []
            count(end.map { $0 == .made ? .completed : .lost } ?? .unheard, of: lease, kind)
            logger.info(
                "\(kind) done", metadata: ["job": "\(lease.job)", "outcome": "\(Self.word(end))"])
            return end == .stale
        case .success(.postponed(let seconds, let reason)):
            let outcome = await giveBack(lease, kind, after: seconds)
            complain("\(kind) postponed: \(reason)", ["job": "\(lease.job)"])
            return outcome == .stale
        case .success(.undone):
            return await giveBack(lease, kind) == .stale
        case .failure(let error) where error is PublicationUnknown || error is QueueError:
            // Of a queue that failed it is not known either what it has noted.
            _ = await persist(lease) { try await store.putOff(lease) }
            count(.unknown, of: lease, kind)
            logger.warning(
                "a publication's outcome is not known", metadata: ["job": "\(lease.job)"])
            return false
        case .failure(let error as TaskFault) where error.endsWorker:
            let outcome = await giveBack(lease, kind)
            logger.error(
                "\(kind) given back: \(error.failure.message)", metadata: ["job": "\(lease.job)"])
            if ownFault == nil {
                ownFault = WorkerFault(cause: .uselessness, last: error.failure)
            }
            drain()
            return outcome == .stale
        case .failure(let error as TaskFault):
            abandonedInARow = 0
            let outcome = await fail(lease, error.failure, kind)
            logger.warning(
                "\(kind) failed with \(error.failure.code): \(error.failure.message)",
                metadata: ["job": "\(lease.job)", "outcome": "\(Self.word(outcome))"])
            // What a clean-up cannot remove comes again and again, and says little of a machine's work.
            if error.isMachines, outcome != .stale, kind != NewTask.cleanup {
                count(error.failure, lease.job)
            }
            return outcome == .stale
        case .failure(let error) where error is CancellationError || Task.isCancelled:
            let outcome = await giveBack(lease, kind)
            logger.info("\(kind) given back", metadata: ["job": "\(lease.job)"])
            return outcome == .stale
        case .failure(let error):
            let failure = TaskFailure(
                code: "INTERNAL", message: "\(error)",
                advice: "this is a fault of the program: report it", isPermanent: false)
            let outcome = await fail(lease, failure, kind)
            logger.error("\(kind) failed: \(error)", metadata: ["job": "\(lease.job)"])
            count(failure, lease.job)
            return outcome == .stale
        }
    }

    private func fail(
        _ lease: Lease, _ failure: TaskFailure, _ kind: String
    ) async -> FailureOutcome? {
        let outcome = await persist(lease) { [store] in try await store.fail(lease, failure) }
        counts.change { $0.failures[failure.code, default: 0] += 1 }
        count(outcome.map(WorkerCounts.Ending.init) ?? .unheard, of: lease, kind)
        return outcome
    }

    private func giveBack(
        _ lease: Lease, _ kind: String, after seconds: Double = 0
    ) async -> Transition? {
        let outcome = await persist(lease) { [store] in
            try await store.release(lease, after: seconds)
        }
        count(outcome.map { $0 == .made ? .returned : .lost } ?? .unheard, of: lease, kind)
        return outcome
    }

    func count(_ ending: WorkerCounts.Ending, of lease: Lease, _ kind: String) {
        let time = active[lease].map { $0.began.duration(to: .now) / .seconds(1) } ?? 0
        counts.change { counts in
            counts.attempts[kind, default: .init()].endings[ending, default: 0] += 1
            counts.attempts[kind, default: .init()].seconds += time
        }
    }

    static func word(_ outcome: (some Any)?) -> String {
        outcome.map { "\($0)" } ?? "not heard by the queue"
    }

    /// A machine whose jobs all fail is better off without; one job that fails again and again tells nothing of the machine.
    private func count(_ failure: TaskFailure, _ job: JobID) {
        failedInARow.insert(job)
        guard failedInARow.count >= settings.failuresInARow, ownFault == nil else { return }
        ownFault = WorkerFault(cause: .failures(failedInARow.count), last: failure)
        drain()
    }

    /// Says something to the store, and waits for it while it is away or full: until it is back, or the task is cancelled.
    private static func insist<Answer>(
        _ say: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        while true {
            do {
                return try await say()
            } catch let error as QueueError where error.mayPass {
                try await Task.sleep(for: .seconds(.random(in: 1...3)))
            }
        }
    }

    /// Says what became of a task until the store has heard it, not stopped by the cancelling of what is being said.
    ///
    /// However long the store is away or full, since work of hours may hang on it; a worker that is told to stop waits no longer for it than
    /// it does for tasks.
    ///
    /// - Returns: Its answer; `nil` if it cannot be said, or the store had better hear nothing: the lease then runs out.
    func persist<Answer: Sendable>(
        _ lease: Lease, _ say: @escaping @Sendable () async throws -> Answer
    ) async -> Answer? {
        let logger = logger
        let telling = Task<Answer?, Never> {
            var wait = 0.5
            while !Task.isCancelled {
                do {
                    return try await say()
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.warning("the queue did not hear of a task's end: \(error)")
                    guard (error as? QueueError)?.mayPass == true else { break }
                }
                try? await Task.sleep(for: .seconds(wait * .random(in: 0.5...1)))
                wait = min(10, wait * 2)
            }
            return nil
        }
        active[lease]?.stopTelling = { telling.cancel() }
        if phase == .closed { telling.cancel() }
        return await telling.value
    }
}

extension QueueError {
    /// It is worth while to wait: the store is away, or has no room on its disk until somebody makes some.
    var mayPass: Bool { code == .unreachable || code == .full }
}

extension WorkerCounts.Ending {
    fileprivate init(_ outcome: FailureOutcome) {
        self =
            switch outcome {
            case .retried: .retried
            case .final: .failed
            case .cancelled: .cancelled
            case .stale: .lost
            }
    }
}
