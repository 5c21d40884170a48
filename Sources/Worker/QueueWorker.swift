internal import Errors
internal import Foundation
public import JobQueue
public import Logging
internal import class Scheduling.OwnedTask
internal import class Scheduling.Pause

/// Claims and executes tasks of a queue until it is drained.
///
/// The worker sends heartbeats, stops tasks whose results are not needed, and maintains the queue. It tolerates an unreachable
/// or full store: it reports the outcomes of its tasks when the store responds again.
public actor QueueWorker {
    let store: any QueueStore
    let performer: any TaskPerformer
    let settings: WorkerSettings
    let logger: Logger
    let counts: WorkerCounts
    /// The wait of the claim loop and of the shutdown; it ends when a slot is free or the worker drains.
    let pause = Pause()
    var attempts: [Lease: Attempt] = [:]
    /// Abandoned attempts that have not ended: they may occupy a thread and open files forever.
    var leaked: [Lease: ClaimedTask?] = [:]
    var stallDetector = StallDetector()
    /// The number of abandoned tasks since a task last ended by itself.
    var consecutiveStalls = 0
    /// The time until which the queue has confirmed this worker's leases.
    var leaseEnd = ContinuousClock.now
    /// The leases that the store returned with the last heartbeat and that the worker did not know.
    var unknownLeases: Set<Lease> = []
    var phase = WorkerPhase.registering
    private var claiming: OwnedTask<Void>?
    private var loops: [OwnedTask<Void>] = []
    /// Tasks that the shutdown awaits, without their outcome.
    private var background: [Int: OwnedTask<Void>] = [:]
    private var backgroundCount = 0
    private var rateLimiter = LogRateLimiter()
    /// The jobs with host errors since a task last succeeded.
    var jobsWithHostErrors: Set<JobID> = []
    /// The reason why the worker shuts down by itself.
    var shutdownError: WorkerError?

    public init(
        store: any QueueStore, performer: any TaskPerformer, settings: WorkerSettings,
        logger: Logger, counts: WorkerCounts = WorkerCounts()
    ) {
        self.store = store
        self.performer = performer
        self.settings = settings
        self.logger = logger
        self.counts = counts
    }

    /// Executes tasks until `drain()` is called, and until running tasks have ended or were released.
    ///
    /// - Throws: `WorkerError` if the worker shut down by itself; `QueueError` if the store is unusable.
    public func run() async throws {
        let claiming = OwnedTask {
            try await self.start()
            try await self.claimUntilDrained()
        }
        self.claiming = claiming
        do {
            try await withTaskCancellationHandler {
                try await claiming.value
            } onCancel: {
                claiming.cancel()
            }
        } catch is CancellationError {
            // The worker was drained during a call of the store.
        } catch {
            // Running tasks are released in this case as well.
            _ = phase.drain()
            try? await shutDown()
            throw error
        }
        try await shutDown()
        if let shutdownError { throw shutdownError }
    }

    private func start() async throws {
        let start = ContinuousClock.now
        let id = try await store.register(settings.info)
        confirmLeases(since: start)
        phase.register(as: id)
        logger.info(
            "worker started",
            metadata: [
                "worker": "\(id)", "name": "\(settings.info.name)", "slots": "\(settings.slots)",
                "queue": "\(store.name)", "version": "\(settings.info.version)",
            ])
        loops = [
            OwnedTask { await self.sendHeartbeats() }, OwnedTask { await self.maintainQueue() },
            OwnedTask { await self.pruneOldJobs() },
            OwnedTask { await self.abandonStalledTasks() },
            OwnedTask { await self.maintainFiles() },
        ]
    }

    /// Stops claiming; `run` then ends within the timeouts of the settings, also if the store is unreachable.
    public func drain() {
        guard phase.drain() else { return }
        logger.info("draining", metadata: workerMetadata)
        // Tasks of a claim whose response this discards are released with the deregistration.
        claiming?.cancel()
        pause.end()
    }

    private func claimUntilDrained() async throws {
        var failures = 0
        while let id = phase.claimingID, !Task.isCancelled {
            do {
                let claimed = freeSlots > 0 ? try await claim(as: id) : 0
                failures = 0
                if claimed == 0 { await pause.wait(settings.idleInterval * .random(in: 0.5...1)) }
            } catch let error as QueueError {
                failures += 1
                guard error.retryability == .transient || failures < 5 else { throw error }
                logger.warning(
                    "could not claim tasks, retrying",
                    metadata: ["retry": "\(failures)", "error": "\(error)"])
                let backoff = min(settings.maxBackoff, exp2(Double(min(failures, 30))))
                await pause.wait(backoff * .random(in: 0.5...1))
            }
        }
    }

    /// The number of tasks that the worker may claim; publications of other workers occupy no slot.
    private var freeSlots: Int {
        settings.slots - attempts.values.count { $0.task != nil } - leakedTasks
    }

    /// Whether the worker runs a suspect, beside which no other task may run.
    var isQuarantined: Bool { attempts.values.contains { $0.task?.isAlone == true } }

    /// Claims a suspect to run alone, or other tasks unless an overdue suspect is reserved.
    private func claim(as worker: Int64) async throws -> Int {
        guard !isQuarantined else { return 0 }
        let obstacle = await performer.obstacle()
        if obstacle != nil {
            phase.setReserved(false)
        } else {
            switch try await claimSuspect(as: worker) {
            case .claimed(let task): return start([task])
            case .reserved: return 0
            case .none: break
            }
        }
        return try await claimOthers(freeSlots, as: worker, obstacle: obstacle)
    }

    private func claimSuspect(as worker: Int64) async throws -> SuspectClaim {
        let isIdle = !attempts.values.contains { $0.task != nil }
        let found = try await store.claimSuspect(worker, isIdle: isIdle, of: performer.kinds)
        if case .reserved(let job) = found {
            if phase.setReserved(true) {
                logger.notice(
                    "claiming stopped until the worker is idle for a suspect",
                    metadata: ["job": "\(job)", "running": "\(attempts.count)"])
            }
        } else {
            phase.setReserved(false)
        }
        return found
    }

    /// Claims tasks, and one cleanup before them: a cleanup's virtual start time is after the tenant's backlog.
    ///
    /// Several cleanups run at the same time only if no other task is claimed, because all may wait for one file server.
    private func claimOthers(
        _ count: Int, as worker: Int64, obstacle: String?
    ) async throws -> Int {
        guard count > 0 else { return 0 }
        let isCleaning = attempts.values.contains { $0.task?.kind == NewTask.cleanup }
        var claimed =
            isCleaning ? 0 : start(try await store.claimCleanups(worker, count: 1))
        if let obstacle {
            warn("claiming stopped", key: obstacle, ["reason": "\(obstacle)"])
        } else if claimed < count {
            claimed += start(
                try await store.claim(worker, count: count - claimed, of: performer.kinds))
        }
        // Cleanups free disk space and end cancelled jobs, so they run even if no task is claimed.
        if claimed == 0, isCleaning {
            claimed = start(try await store.claimCleanups(worker, count: count))
        }
        return claimed
    }

    /// Logs a warning, with the same key at most once an hour.
    func warn(_ message: Logger.Message, key: String, _ metadata: Logger.Metadata) {
        let isDue = rateLimiter.isDue(key)
        logger.log(level: isDue ? .warning : .debug, message, metadata: metadata)
    }

    private func start(_ tasks: [ClaimedTask]) -> Int {
        for task in tasks { start(task) }
        return tasks.count
    }

    private func start(_ task: ClaimedTask) {
        counts.change { $0.attempts[task.kind, default: .init()].claims += 1 }
        attempts[task.lease] = Attempt(task, newLease())
        if task.isAlone {
            logger.notice(
                "suspect runs alone", metadata: Self.metadata(task.lease, task.kind))
        }
        attempts[task.lease]?.execution = OwnedTask { await self.execute(task) }
    }

    /// Ends the worker: waits for running tasks, cancels the remaining ones, and deregisters.
    ///
    /// Each step has a deadline, so that neither an unreachable store nor a file server delays the end any longer.
    private func shutDown() async throws {
        guard let id = phase.id else { return }
        let drainDeadline = ContinuousClock.now + .seconds(settings.drainTimeout)
        while isExecuting, ContinuousClock.now < drainDeadline, !Task.isCancelled {
            await pause.wait(min(1, settings.drainTimeout))
        }
        let executions = attempts.values.compactMap(\.execution)
        for attempt in attempts.values { attempt.cancel() }
        let deadline = ContinuousClock.now + .seconds(settings.reportTimeout)
        if await !Self.haveEnded(executions, by: deadline) {
            phase = .closed(phase.id)
            for attempt in attempts.values { attempt.stage.stopReporting() }
            logger.warning(
                "tasks did not stop in time and will be reclaimed", metadata: workerMetadata)
        }
        for loop in loops { loop.cancel() }
        try Task.checkCancellation()
        let deregistration: Result<Void, any Error>
        do {
            deregistration = .success(try await deregister(phase.id ?? id, by: deadline))
        } catch {
            deregistration = .failure(error)
        }
        _ = await Self.haveEnded(loops + background.values, by: deadline)
        try deregistration.get()
        logger.info("worker stopped", metadata: ["worker": "\(phase.id ?? id)"])
    }

    /// Waits for the end of tasks until a deadline.
    private static func haveEnded(
        _ tasks: [OwnedTask<Void>], by deadline: ContinuousClock.Instant
    ) async -> Bool {
        for task in tasks {
            guard await task.hasEnded(by: deadline) else { return false }
        }
        return true
    }

    /// Starts a task that only the shutdown awaits.
    @discardableResult
    func startInBackground(_ body: @escaping @Sendable () async -> Void) -> OwnedTask<Void> {
        backgroundCount += 1
        let number = backgroundCount
        let task = OwnedTask {
            await body()
            await self.backgroundTaskEnded(number)
        }
        background[number] = task
        return task
    }

    private func backgroundTaskEnded(_ number: Int) { background[number] = nil }

    /// Whether a task is still executed, not only reported.
    private var isExecuting: Bool { attempts.values.contains(where: \.stage.isExecuting) }

    /// The worker's id and the number of its attempts, for logs.
    private var workerMetadata: Logger.Metadata {
        let id = phase.id.map { "\($0)" } ?? "unregistered"
        return ["worker": "\(id)", "running": "\(attempts.count)"]
    }

    private func deregister(_ id: Int64, by deadline: ContinuousClock.Instant) async throws {
        let store = store
        let deregistration = OwnedTask { try await store.deregister(id) }
        // At least 1 s, also if tasks that wait for a file server have used up the time.
        let response: Void? = try await deregistration.value(
            until: max(deadline, .now + .seconds(1)))
        guard response == nil else { return }
        deregistration.cancel()
        throw QueueError(
            .unreachable, settings.info.name, "the worker could not deregister in time",
            advice: "no action is required: its tasks are reclaimed when its lease expires")
    }
}
