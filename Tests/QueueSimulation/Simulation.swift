import JobQueue

/// The choices of a simulation beside its seed.
public struct SimulationOptions: Sendable {
    /// A change of the store that the simulation should find.
    public var mutant: Mutant?
    /// Invariants that are not checked.
    public var ignored: Set<Violation.Invariant>
    /// Whether the schedule has a trace.
    public var isTraced: Bool

    public init(
        mutant: Mutant? = nil, ignored: Set<Violation.Invariant> = [], isTraced: Bool = false
    ) {
        (self.mutant, self.ignored, self.isTraced) = (mutant, ignored, isTraced)
    }
}

/// The outcome of a schedule.
public struct ScheduleResult: Sendable {
    public let violation: Violation?
    /// The number of faults.
    public let faults: Int
    /// The number of calls and of operations on files.
    public let steps: Int
    /// The number of transactions that wrote.
    public let commits: Int
    /// The names of the calls that changed the store.
    public let effectiveCalls: Set<String>
    /// The kinds of the faults.
    public let kindsOfFaults: Set<String>
    /// The virtual duration, in seconds.
    public let seconds: Double
    /// The trace, if it was requested.
    public let trace: [String]
}

/// A deterministic simulation of the queue: the real store, model workers and clients, and faults between any two steps.
///
/// One seed is one schedule. All calls run to completion, one after the other.
public final class Simulation {
    private let database: MemoryDatabase
    private let clock = SimulatedClock()

    public init() async throws { database = try await MemoryDatabase.make(clock: clock) }

    /// Runs a schedule.
    ///
    /// - Parameters:
    ///   - seed: The schedule's number.
    ///   - options: The checks.
    /// - Returns: The result, with the first violation of an invariant.
    /// - Throws: An error of SQLite itself.
    public func run(
        seed: UInt64, _ options: SimulationOptions = SimulationOptions()
    ) async throws -> ScheduleResult {
        if database.mutant?.name != options.mutant?.name { database.mutant = options.mutant }
        let world = try World(seed: seed, database: database, options: options)
        var schedule = Schedule(world)
        try await schedule.run()
        return ScheduleResult(
            violation: world.violation, faults: world.firedFaults.count, steps: world.steps,
            commits: world.commits, effectiveCalls: world.effectiveCalls,
            kindsOfFaults: Set(world.firedFaults.map { "\($0)" }),
            seconds: Double(clock.now) / 1000, trace: world.lines)
    }
}

/// The processes of one schedule, in the order of their next actions.
private struct Schedule {
    /// The longest time from the last fault or request to the end of all jobs, in milliseconds.
    ///
    /// A task that crashes its workers needs the most: three leases, quarantine timeouts and restarts.
    static let quiescenceLimit: Int64 = 600_000

    let world: World
    let client: ModelClient
    let workers: [ModelWorker]
    private var nextCorrection: Int64
    private var backupTime: Int64?

    init(_ world: World) {
        self.world = world
        let random = world.random
        client = ModelClient(world)
        workers = (1...random.number(2...4)).map { ModelWorker($0, world) }
        backupTime = random.chance(70) ? random.time(1000...40_000) : nil
        nextCorrection = 30_000
    }

    mutating func run() async throws {
        try await runUntilQuiet()
        guard world.violation == nil else { return }
        Invariants.checkEnd(of: world)
        try await runUntilEmpty()
    }

    /// Deletes all jobs, and waits until no workspace is left.
    private mutating func runUntilEmpty() async throws {
        // What has a time at which the wall clock was ahead is old only after that time.
        let finished = world.state.jobs.values.compactMap(\.finished)
        let latest = (finished + world.files.changes.values).max() ?? 0
        let wait = max(ModelWorker.orphanAge, latest - world.clock.wall)
        world.clock.advance(to: world.clock.now + wait + 1)
        let start = world.clock.now
        var nextPrune = start
        while world.violation == nil, !isEmpty {
            guard world.clock.now - start < Self.quiescenceLimit else {
                Invariants.checkEmpty(world)
                return
            }
            if world.clock.now >= nextPrune {
                nextPrune = world.clock.now + 60_000
                try? await client.prune()
            }
            try await act()
        }
    }

    /// Whether the store has no job, and no workspace is left.
    private var isEmpty: Bool { world.state.jobs.isEmpty && world.files.workspaces.isEmpty }

    private mutating func runUntilQuiet() async throws {
        var lastRequest: Int64 = 0
        while world.violation == nil {
            if client.isDone, world.faults.isEmpty, isQuiet { return }
            if !client.isDone || !world.faults.isEmpty { lastRequest = world.clock.now }
            let start = max(lastRequest, world.lastFault)
            guard world.clock.now - start < Self.quiescenceLimit else {
                world.violate(.quiescence, Invariants.unfinished(world))
                return
            }
            try await act()
        }
    }

    /// Whether all jobs have ended, their files are removed, and all events are delivered.
    private var isQuiet: Bool {
        workers.allSatisfy(\.isIdle) && world.clock.wallOffset == 0
            && world.state.jobs.values.allSatisfy(\.state.isFinal)
            && !world.state.deliveries.values.contains { $0.due != nil }
            && !world.state.tasks.values.contains {
                $0.isCleanup && [.ready, .running, .delayed].contains($0.state)
            }
    }

    /// Does the next action of a process.
    private mutating func act() async throws {
        var time = client.nextTime ?? .max
        var next: ModelWorker?
        for worker in workers where worker.nextTime < time {
            (next, time) = (worker, worker.nextTime)
        }
        world.clock.advance(to: time)
        if world.clock.now >= nextCorrection {
            nextCorrection = world.clock.now + world.random.time(5000...60_000)
            world.correctClock()
        }
        if let backup = backupTime, world.clock.now >= backup {
            backupTime = nil
            try world.makeBackup()
        }
        if let next { await next.act() } else { await client.act() }
        guard world.isPowerLost else { return }
        for worker in workers { worker.end("power failure") }
        if world.isBackupInUse { client.storeWasRestored() }
        world.isPowerLost = false
    }
}
