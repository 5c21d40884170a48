internal import Foundation
public import JobQueue
public import Logging
internal import class Scheduling.Pause

/// Takes tasks from a queue and has them done, until it is told to stop.
///
/// It says that it lives every few seconds, stops what nobody wants any more, looks after what other workers left behind, and
/// outlives a store that is away or full for a while: what its tasks finish meanwhile is said when the store is back.
public actor QueueWorker {
    /// The part of its life that the worker is in; each follows the one before.
    enum Phase {
        /// It claims tasks.
        case claiming
        /// It claims nothing; what runs may still end, and the store is told.
        case draining
        /// The time to tell the store anything is over.
        case closed
    }

    struct Active {
        /// `nil`: a publication that another worker left.
        let task: ClaimedTask?
        let began = ContinuousClock.now
        let signs: SignsOfLife
        var work: Task<Void, Never>?
        /// There once its work is over, and the store is being told.
        var stopTelling: (@Sendable () -> Void)?
        var end = End.open
        /// Its work is over, while the store is told that it was abandoned.
        var hasEnded = false

        /// Who says in the store what became of it.
        enum End { case open, stalled, abandoned }

        init(_ task: ClaimedTask) {
            self.task = task
            signs = SignsOfLife(expecting: task.cost)
        }

        /// A publication, which may take so many seconds.
        init(publicationWithin seconds: Double) {
            task = nil
            signs = SignsOfLife(expecting: seconds)
        }
    }

    let store: any QueueStore
    let performer: any TaskPerformer
    let settings: WorkerSettings
    let logger: Logger
    let counts: WorkerCounts
    /// Ends when a slot is free, or it is time to stop.
    let pause = Pause()
    /// This worker in the store: 0 until that knows it; changes if the store gives it up.
    var id: Int64 = 0
    var active: [Lease: Active] = [:]
    /// Attempts that were abandoned and have not ended: they may hold a thread, and what they have open, for ever.
    var leaked: [Lease: ClaimedTask?] = [:]
    var watch = TaskWatch()
    /// Tasks that were abandoned since one last ended by itself.
    var abandonedInARow = 0
    /// A suspect has waited for long: nothing is claimed until this worker is idle.
    var isReserved = false
    /// Tasks that the store thinks are this worker's, and that it did not know of when it last spoke up.
    var strays: Set<Lease> = []
    private(set) var phase = Phase.claiming
    private var claiming: Task<Void, any Error>?
    private var rounds: [Task<Void, Never>] = []
    /// Tasks that only the end of `run` waits for.
    private var background: [Int: Task<Void, Never>] = [:]
    private var backgroundCount = 0
    /// What keeps tasks waiting, and when it said so.
    private var complaints: [String: ContinuousClock.Instant] = [:]
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
        let claiming = Task {
            try await begin()
            try await claimUntilDrained()
        }
        self.claiming = claiming
        do {
            try await withTaskCancellationHandler {
                try await claiming.value
            } onCancel: {
                claiming.cancel()
            }
        } catch is CancellationError {
            // Told to stop while the store was asked for something.
        } catch {
            // What it has is still to be given back.
            phase = .draining
            try? await giveBack()
            throw error
        }
        try await giveBack()
        if let ownFault { throw ownFault }
    }

    private func begin() async throws {
        id = try await store.register(settings.info)
        logger.info(
            "worker \(id) began",
            metadata: [
                "name": "\(settings.info.name)", "slots": "\(settings.slots)",
                "queue": "\(store.name)", "version": "\(settings.info.version)",
            ])
        rounds = [
            Task { await speakUp() }, Task { await lookAfter() }, Task { await watchTasks() },
        ]
    }

    /// Stops taking tasks; `run` then ends within the settings' times, wherever the store is.
    public func drain() {
        guard phase == .claiming else { return }
        phase = .draining
        logger.info("worker \(id) takes no more tasks", metadata: ["running": "\(active.count)"])
        // What the store has given it by then is given back when it deregisters.
        claiming?.cancel()
        pause.end()
    }

    private func claimUntilDrained() async throws {
        var failures = 0
        while phase == .claiming, !Task.isCancelled {
            do {
                let claimed = freeSlots > 0 ? try await claim() : 0
                failures = 0
                if claimed == 0 { await pause.wait(settings.idle * .random(in: 0.5...1)) }
            } catch let error as QueueError {
                failures += 1
                guard error.mayPass || failures < 5 else { throw error }
                logger.warning("no task was claimed: \(error)")
                let wait = min(settings.longestWait, exp2(Double(min(failures, 30))))
                await pause.wait(wait * .random(in: 0.5...1))
            }
        }
    }

    /// How many more tasks it may have.
    ///
    /// Publications that others left take no processor.
    private var freeSlots: Int {
        settings.slots - active.values.count { $0.task != nil } - leakedTasks
    }

    /// Whether it runs a suspect, beside which nothing else may run.
    var isQuarantined: Bool { active.values.contains { $0.task?.isAlone == true } }

    /// Takes a suspect, and runs it alone; else other tasks, unless a suspect waits for this worker to become idle.
    private func claim() async throws -> Int {
        guard !isQuarantined else { return 0 }
        let reason = await performer.reasonToWait()
        if reason != nil {
            isReserved = false
        } else {
            switch try await claimSuspect() {
            case .claimed(let task): return start([task])
            case .reserved: return 0
            case .none: break
            }
        }
        return try await claimOthers(freeSlots, unless: reason)
    }

    private func claimSuspect() async throws -> SuspectClaim {
        let isIdle = !active.values.contains { $0.task != nil }
        let found = try await store.claimSuspect(id, isIdle: isIdle, of: performer.kinds)
        let wasReserved = isReserved
        isReserved = false
        if case .reserved(let job) = found {
            isReserved = true
            if !wasReserved {
                logger.notice(
                    "nothing is claimed until this worker is idle: a suspect waits",
                    metadata: ["job": "\(job)", "running": "\(active.count)"])
            }
        }
        return found
    }

    /// Takes tasks, and a clean-up before them, whose place is behind its tenant's whole backlog.
    ///
    /// More than one at a time goes only where nothing else does, as they may all wait for the same file server.
    private func claimOthers(_ count: Int, unless reason: String?) async throws -> Int {
        guard count > 0 else { return 0 }
        let worker = id
        let isCleaning = active.values.contains { $0.task?.kind == NewTask.cleanup }
        var claimed =
            isCleaning ? 0 : start(try await store.claimCleanups(worker, count: 1))
        if let reason {
            complain("no task is claimed: \(reason)")
        } else if claimed < count {
            claimed += start(
                try await store.claim(worker, count: count - claimed, of: performer.kinds))
        }
        // What makes room, or was cancelled, goes also where nothing else does. Whoever has just asked for one knows of none.
        if claimed == 0, isCleaning {
            claimed = start(try await store.claimCleanups(worker, count: count))
        }
        return claimed
    }

    /// Warns of what keeps tasks waiting, once an hour: it may be found anew every minute, for days.
    func complain(_ message: String, _ metadata: Logger.Metadata = [:]) {
        complaints = complaints.filter { $0.value.duration(to: .now) < .seconds(3600) }
        let isNews = complaints[message] == nil
        if isNews { complaints[message] = .now }
        logger.log(level: isNews ? .warning : .debug, "\(message)", metadata: metadata)
    }

    private func start(_ tasks: [ClaimedTask]) -> Int {
        for task in tasks { start(task) }
        return tasks.count
    }

    private func start(_ task: ClaimedTask) {
        counts.change { $0.attempts[task.kind, default: .init()].claims += 1 }
        active[task.lease] = Active(task)
        if task.isAlone {
            logger.notice("a suspect runs alone", metadata: ["job": "\(task.lease.job)"])
        }
        active[task.lease]?.work = Task { await self.carryOut(task) }
    }

    /// Ends what the time does not suffice for, and leaves nothing behind in the store.
    ///
    /// Neither a store that is away nor a file server that keeps a task from stopping is waited for any longer than that.
    private func giveBack() async throws {
        guard id > 0 else { return }
        let end = ContinuousClock.now + .seconds(settings.drainTimeout)
        while isWorking, ContinuousClock.now < end, !Task.isCancelled {
            await pause.wait(min(1, settings.drainTimeout))
        }
        let works = active.values.compactMap(\.work)
        for work in works { work.cancel() }
        let limit = ContinuousClock.now + .seconds(settings.tellTimeout)
        let areOver: Void? = try await within(limit) { for work in works { await work.value } }
        if areOver == nil {
            phase = .closed
            for task in active.values { task.stopTelling?() }
            logger.warning(
                "worker \(id) does not wait for its tasks any longer: others will have them",
                metadata: ["running": "\(active.count)"])
        }
        for round in rounds { round.cancel() }
        try Task.checkCancellation()
        let deregistration: Result<Void, any Error>
        do {
            deregistration = .success(try await deregister(until: limit))
        } catch {
            deregistration = .failure(error)
        }
        let rest = rounds + background.values
        let _: Void? = try await within(limit) { for task in rest { await task.value } }
        try deregistration.get()
        logger.info("worker \(id) ended")
    }

    /// Starts a task that only the end of `run` waits for.
    func startInBackground(_ body: @escaping @Sendable () async -> Void) {
        backgroundCount += 1
        let number = backgroundCount
        background[number] = Task {
            await body()
            background[number] = nil
        }
    }

    /// Whether some task is still at work, not only waiting for the store to hear of it.
    private var isWorking: Bool { active.values.contains { $0.stopTelling == nil } }

    private func deregister(until limit: ContinuousClock.Instant) async throws {
        let (store, id) = (store, id)
        // A moment also where its tasks have used up the time: it may be their file server that is away, not the store.
        let told: Void? = try await within(max(limit, .now + .seconds(1))) {
            try await store.deregister(id)
        }
        if told == nil {
            throw QueueError(
                .unreachable, settings.info.name, "the queue did not hear in time that it ended",
                advice: "nothing need be done: others get its tasks when the queue is back")
        }
    }
}
