internal import Foundation
public import JobQueue
public import Logging

/// Takes tasks from a queue and has them done, until it is told to stop.
///
/// It says that it lives every few seconds, stops what nobody wants any more, looks after what other workers left behind, and
/// outlives a store that is away for a while: what its tasks finish meanwhile is said when the store is back.
public actor QueueWorker {
    struct Active {
        let task: ClaimedTask?
        let began = ContinuousClock.now
        var work: Task<Void, Never>?
    }

    let store: any QueueStore
    let performer: any TaskPerformer
    let settings: WorkerSettings
    let logger: Logger
    let counts: WorkerCounts
    /// Ends when a slot is free, or it is time to stop.
    let pause = Pause()
    /// This worker in the store; changes if the store gives it up.
    var id: Int64 = 0
    var active: [Lease: Active] = [:]
    /// Tasks that the store thinks are this worker's, and that it did not know of when it last spoke up.
    var suspects: Set<Lease> = []
    var isDraining = false
    /// Why it claims nothing, as it has said already.
    private var reasonToWait: String?
    /// Jobs that failed for reasons of the machine since one last went well.
    var failedInARow: Set<JobID> = []
    /// Why it takes itself out.
    var ownFault: WorkerFault?

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

    /// Works until `drain()`, and until what it has then is done or given back.
    ///
    /// - Throws: `WorkerFault` if it took itself out; `QueueError` if the store is there but of no use.
    public func run() async throws {
        id = try await store.register(settings.info)
        logger.info(
            "worker \(id) began",
            metadata: ["name": "\(settings.info.name)", "slots": "\(settings.slots)"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.speakUp() }
            group.addTask { await self.lookAfter() }
            defer { group.cancelAll() }
            do {
                try await claimUntilDrained()
            } catch {
                // What it has is still to be given back.
                isDraining = true
                try? await giveBack()
                throw error
            }
            try await giveBack()
        }
        if let ownFault { throw ownFault }
    }

    /// Stops taking tasks; `run` then ends within the settings' time.
    public func drain() {
        guard !isDraining else { return }
        isDraining = true
        logger.info("worker \(id) takes no more tasks", metadata: ["running": "\(active.count)"])
        pause.end()
    }

    private func claimUntilDrained() async throws {
        var failures = 0
        while !isDraining, !Task.isCancelled {
            let free = settings.slots - active.count
            do {
                let claimed = free > 0 ? try await claim(free) : 0
                failures = 0
                if claimed == 0 { await pause.wait(settings.idle * .random(in: 0.5...1)) }
            } catch let error as QueueError {
                failures += 1
                guard error.code == .unreachable || failures < 5 else { throw error }
                logger.warning("no task was claimed: \(error)")
                await pause.wait(min(30, exp2(Double(failures))) * .random(in: 0.5...1))
            }
        }
    }

    /// Takes tasks, and a clean-up before them, whose place is behind its tenant's whole backlog.
    ///
    /// More than one at a time goes only where nothing else does, as they may all wait for the same file server.
    private func claim(_ count: Int) async throws -> Int {
        let worker = id
        let isCleaning = active.values.contains { $0.task?.kind == NewTask.cleanup }
        var claimed =
            isCleaning ? 0 : start(try await store.claimCleanups(worker, count: 1))
        let reason = await performer.reasonToWait()
        if let reason, reason != reasonToWait { logger.warning("no task is claimed: \(reason)") }
        reasonToWait = reason
        if reason == nil, claimed < count {
            claimed += start(
                try await store.claim(worker, count: count - claimed, of: performer.kinds))
        }
        // What makes room, or was cancelled, goes also where nothing else does.
        if claimed == 0 { claimed = start(try await store.claimCleanups(worker, count: count)) }
        return claimed
    }

    private func start(_ tasks: [ClaimedTask]) -> Int {
        for task in tasks { start(task) }
        return tasks.count
    }

    private func start(_ task: ClaimedTask) {
        counts.change { $0.attempts[task.kind, default: .init()].claims += 1 }
        active[task.lease] = Active(task: task)
        active[task.lease]?.work = Task { await self.carryOut(task) }
    }

    /// Ends what the time does not suffice for, and leaves nothing behind in the store.
    private func giveBack() async throws {
        let deadline = ContinuousClock.now + .seconds(settings.drainTimeout)
        while !active.isEmpty, ContinuousClock.now < deadline, !Task.isCancelled {
            await pause.wait(min(1, settings.drainTimeout))
        }
        for work in active.values.map(\.work) { work?.cancel() }
        for work in active.values.map(\.work) { await work?.value }
        try await store.deregister(id)
        logger.info("worker \(id) ended")
    }
}

/// Why a worker took itself out.
public struct WorkerFault: Error, Sendable, CustomStringConvertible {
    public let failures: Int
    public let last: TaskFailure

    public var description: String {
        "\(failures) jobs in a row failed on this machine, the last with \(last.code): \(last.message); \(last.advice)"
    }
}
