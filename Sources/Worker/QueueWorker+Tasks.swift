internal import Errors
internal import Foundation
internal import JobQueue
internal import Logging
internal import class Scheduling.OwnedTask
internal import class Scheduling.Pause
internal import func Scheduling.withoutCancellation

/// The execution of one task.
extension QueueWorker {
    /// Executes a task and reports its outcome, however long the store is unreachable.
    func execute(_ task: ClaimedTask) async {
        let lease = task.lease
        let sender = ProgressSender()
        sender.send(TaskProgress(fraction: 0))
        // Not cancelled with the task: a cancelled report costs the connection to a store that is about to respond.
        let sending = OwnedTask { [store] in await sender.run(store, lease) }
        logger.info("task started", metadata: Self.metadata(lease, task.kind))
        let result = await outcome(of: task, sender)
        sender.finish()
        try? await sending.value
        guard recordEnd(of: lease) else {
            if await hasEnded(lease.job) { await performer.removeFiles(of: task) }
            return
        }
        if await report(result, of: lease, task.kind) {
            // The task's cancellation does not cancel this.
            try? await withoutCancellation {
                if await self.hasEnded(lease.job) { await self.performer.removeFiles(of: task) }
            }
        }
        attempts[lease] = nil
        pause.end()
    }

    /// Whether no task will use the files of this attempt.
    ///
    /// The job was completed, cancelled or deleted, or it failed, and its cleanup is done. A retry after a cleanup uses a workspace
    /// of another name.
    private func hasEnded(_ id: JobID) async -> Bool {
        do {
            guard let job = try await store.job(id) else { return true }
            switch job.state {
            case .completed, .cancelled: return true
            case .queued, .processing: return false
            case .failed:
                let cleanups = try await store.tasks(of: id).filter { $0.kind == NewTask.cleanup }
                return cleanups.last?.state == .done
            }
        } catch {
            return false
        }
    }

    private func outcome(
        of task: ClaimedTask, _ sender: ProgressSender
    ) async -> Result<TaskOutcome, any Error> {
        let (store, lease) = (store, task.lease)
        let activity = attempts[lease]?.activity ?? AttemptActivity(expecting: task.cost)
        let attemptLease = attempts[lease]?.lease ?? newLease()
        let context = TaskContext { progress in
            sender.send(progress)
            activity.record()
        } note: { note in
            sender.send(note: note)
            activity.record()
        } recordActivity: {
            activity.record()
        } expectDuration: { seconds in
            activity.expect(seconds)
        } expectCPUTime: { seconds in
            sender.send(expectedCPUSeconds: seconds)
            activity.record()
        } cpuTimeUsed: { seconds in
            sender.send(cpuSeconds: activity.addCPUTime(seconds))
        } artifactCompleted: {
            sender.sendArtifact()
            activity.record()
        } isLeaseValid: {
            attemptLease.isConfirmed()
        } beginPublishing: { record in
            let isApplied = try await Self.retryingTransientErrors {
                try await store.beginPublishing(lease, record: record) == .applied
            }
            guard isApplied else { throw CancellationError() }
        }
        do {
            return .success(try await performer.perform(task, context))
        } catch {
            return .failure(error)
        }
    }

    /// Reports the outcome of an attempt to the store.
    ///
    /// - Returns: Whether the lease was stale.
    @discardableResult
    func report(
        _ result: Result<TaskOutcome, any Error>, of lease: Lease, _ kind: String
    ) async -> Bool {
        if case .failure = result, case .stalled = attempts[lease]?.stage {
            let outcome = await abandon(lease, kind, hasEnded: true)
            shutDownIfUnusable()
            return outcome == .stale
        }
        switch result {
        case .success(.completed(let result, let tasks)):
            return await complete(lease, kind, result: result, adding: tasks)
        case .success(.deferred(let seconds, let reason)):
            let outcome = await release(lease, kind, after: seconds)
            var metadata = Self.metadata(lease, kind)
            metadata["reason"] = "\(reason)"
            warn("task deferred", key: "\(kind) \(reason)", metadata)
            return outcome == .stale
        case .success(.rolledBack):
            return await release(lease, kind) == .stale
        case .failure(let error) where error is UnknownPublicationError || error is QueueError:
            // After an error of the queue, it is unknown whether the publication was recorded.
            _ = await reporting(lease, kind) { [store] in
                try await store.deferPublication(lease)
            }
            count(.unknown, of: lease, kind)
            logger.warning(
                "publication outcome unknown",
                metadata: Self.metadata(lease, kind).merging(Self.metadata(causesOf: error)) { $1 })
            return false
        case .failure(let error as TaskError):
            return await report(error, of: lease, kind)
        case .failure(let error) where error is CancellationError || Task.isCancelled:
            let outcome = await release(lease, kind)
            logger.info("task released", metadata: Self.metadata(lease, kind))
            return outcome == .stale
        case .failure(let error):
            let failure = TaskFailure(
                code: InternalError.Code.internalError.rawValue, message: "\(error)",
                advice: InternalError.advice, isPermanent: false)
            let outcome = await fail(lease, failure, kind)
            var metadata = Self.metadata(lease, kind)
            metadata["error"] = "\(error)"
            metadata.merge(Self.metadata(causesOf: error)) { $1 }
            logger.error("task failed with an internal error", metadata: metadata)
            count(hostError: failure, lease.job, cause: error)
            return outcome == .stale
        }
    }

    private func complete(
        _ lease: Lease, _ kind: String, result: String?, adding tasks: [NewTask]
    ) async -> Bool {
        consecutiveStalls = 0
        let cpuSeconds = cpuSeconds(lease)
        let outcome = await reporting(lease, kind) { [store] in
            try await store.complete(lease, result: result, adding: tasks, cpuSeconds: cpuSeconds)
        }
        jobsWithHostErrors = []
        count(
            outcome.map { $0 == .applied ? .completed : .superseded } ?? .unreported, of: lease,
            kind)
        logger.info("task completed", metadata: Self.metadata(lease, kind, outcome))
        return outcome == .stale
    }

    private func report(_ error: TaskError, of lease: Lease, _ kind: String) async -> Bool {
        var metadata = Self.metadata(lease, kind)
        metadata["code"] = "\(error.failure.code)"
        metadata["error"] = "\(error.failure.message)"
        metadata.merge(Self.metadata(causesOf: error)) { $1 }
        if error.endsWorker {
            let outcome = await release(lease, kind)
            logger.error("task released by an unusable process", metadata: metadata)
            shutDown(.unusableProcess, error.failure, cause: error.cause)
            return outcome == .stale
        }
        consecutiveStalls = 0
        let outcome = await fail(lease, error.failure, kind)
        metadata["outcome"] = "\(Self.text(outcome))"
        logger.warning("task failed", metadata: metadata)
        // A failed cleanup is retried without a limit and is no evidence of a host error.
        if error.isHostError, outcome != .stale, kind != NewTask.cleanup {
            count(hostError: error.failure, lease.job, cause: error.cause)
        }
        return outcome == .stale
    }

    private func fail(
        _ lease: Lease, _ failure: TaskFailure, _ kind: String
    ) async -> FailureOutcome? {
        let cpuSeconds = cpuSeconds(lease)
        let outcome = await reporting(lease, kind) { [store] in
            try await store.fail(lease, failure, cpuSeconds: cpuSeconds)
        }
        counts.change { $0.failures[failure.code, default: 0] += 1 }
        count(outcome.map(WorkerCounts.Outcome.init) ?? .unreported, of: lease, kind)
        return outcome
    }

    private func release(
        _ lease: Lease, _ kind: String, after seconds: Double = 0
    ) async -> Transition? {
        let cpuSeconds = cpuSeconds(lease)
        let outcome = await reporting(lease, kind) { [store] in
            try await store.release(lease, after: seconds, cpuSeconds: cpuSeconds)
        }
        count(
            outcome.map { $0 == .applied ? .released : .superseded } ?? .unreported, of: lease, kind
        )
        return outcome
    }

    /// The CPU time of an attempt so far, in seconds; `nil` if it is unknown.
    func cpuSeconds(_ lease: Lease) -> Double? { attempts[lease]?.activity.cpuSeconds }

    func count(_ outcome: WorkerCounts.Outcome, of lease: Lease, _ kind: String) {
        let time = attempts[lease].map { $0.start.duration(to: .now) / .seconds(1) } ?? 0
        counts.change { counts in
            counts.attempts[kind, default: .init()].outcomes[outcome, default: 0] += 1
            counts.attempts[kind, default: .init()].seconds += time
        }
    }

    /// The metadata of logs about an attempt: the fencing token, which each claim of the task increments, is its number.
    static func metadata(_ lease: Lease) -> Logger.Metadata {
        ["job": "\(lease.job)", "task": "\(lease.task)", "attempt": "\(lease.fencingToken)"]
    }

    static func metadata(_ lease: Lease, _ kind: String) -> Logger.Metadata {
        metadata(lease).merging(["kind": "\(kind)"]) { $1 }
    }

    static func metadata(
        _ lease: Lease, _ kind: String, _ outcome: (some Any)?
    ) -> Logger.Metadata {
        metadata(lease, kind).merging(["outcome": "\(text(outcome))"]) { $1 }
    }

    private static func text(_ outcome: (some Any)?) -> String {
        outcome.map { "\($0)" } ?? "unreported"
    }

    /// Counts a host error; a host on which consecutive jobs fail should not claim tasks, unlike one with a single failing job.
    private func count(hostError failure: TaskFailure, _ job: JobID, cause: (any Error)?) {
        jobsWithHostErrors.insert(job)
        guard jobsWithHostErrors.count >= settings.maxConsecutiveHostErrors else { return }
        shutDown(.hostErrors(jobsWithHostErrors.count), failure, cause: cause)
    }

    /// Drains the worker for a reason of its own.
    func shutDown(
        _ reason: WorkerError.Reason, _ failure: TaskFailure, cause: (any Error)? = nil
    ) {
        guard shutdownError == nil else { return }
        shutdownError = WorkerError(reason: reason, lastFailure: failure, cause: cause)
        drain()
    }

    /// Repeats a call of the store after transient errors, until the task is cancelled.
    private static func retryingTransientErrors<Output>(
        _ call: @Sendable () async throws -> Output
    ) async throws -> Output {
        while true {
            do {
                return try await call()
            } catch let error as QueueError where error.retryability == .transient {
                try await Task.sleep(for: .seconds(.random(in: 1...3)))
            }
        }
    }

    /// Reports an outcome to the store; the task's cancellation does not cancel the report.
    ///
    /// A report is repeated as long as the store is unreachable or full, since it may stand for hours of CPU time. A draining
    /// worker repeats it until its timeouts.
    ///
    /// - Parameters:
    ///   - lease: The lease of the attempt.
    ///   - kind: The kind of its task.
    ///   - hasEnded: Whether its execution has ended.
    ///   - call: The report.
    /// - Returns: The response; `nil` if the store cannot be reached, or rejects the report: the lease then expires.
    func reporting<Response: Sendable>(
        _ lease: Lease, _ kind: String, hasEnded: Bool = true,
        _ call: @escaping @Sendable () async throws -> Response
    ) async -> Response? {
        let logger = logger
        let report = OwnedTask<Response?> {
            var (backoff, retries) = (0.5, 0)
            while !Task.isCancelled {
                do {
                    return try await call()
                } catch {
                    guard !Task.isCancelled else { break }
                    let isTransient = (error as? QueueError)?.retryability == .transient
                    var metadata = Self.metadata(lease, kind)
                    metadata["error"] = "\(error)"
                    guard isTransient else {
                        logger.warning("could not report task outcome", metadata: metadata)
                        break
                    }
                    retries += 1
                    metadata["retry"] = "\(retries)"
                    logger.warning("could not report task outcome, retrying", metadata: metadata)
                }
                try? await Task.sleep(for: .seconds(backoff * .random(in: 0.5...1)))
                backoff = min(10, backoff * 2)
            }
            return nil
        }
        let stop: @Sendable () -> Void = { report.cancel() }
        attempts[lease]?.stage = hasEnded ? .reporting(stop: stop) : .abandoned(stop: stop)
        if phase.isClosed { report.cancel() }
        return try? await report.value
    }
}

extension WorkerCounts.Outcome {
    fileprivate init(_ outcome: FailureOutcome) {
        self =
            switch outcome {
            case .retried: .retried
            case .final: .failed
            case .cancelled: .cancelled
            case .stale: .superseded
            }
    }
}
