import JobQueue

/// All that the processes of a simulation share: store, files, clocks, faults, and the oracle.
///
/// Safe because: the whole simulation runs in one task.
final class World: @unchecked Sendable {
    static let policy = QueuePolicy(
        leaseDuration: 10, maxAttempts: 4, maxReclaims: 3, maxConsecutiveCrashes: 3, maxCrashes: 5,
        quarantineTimeout: 15, initialBackoff: 1, maxBackoff: 20, maxDeliveryAttempts: 20,
        maxDeliveryBackoff: 20)

    let clock: SimulatedClock
    let random: SeededRandom
    let database: MemoryDatabase
    let options: SimulationOptions
    var mutant: Mutant? { options.mutant }
    var files = FileModel()
    var history = History()
    var faults: [Fault]
    private(set) var firedFaults: [Fault.Kind] = []
    /// The time of the last fault or correction, in milliseconds.
    private(set) var lastFault: Int64 = 0
    private(set) var violation: Violation?
    private(set) var lines: [String] = []
    /// The number of calls and of operations on files.
    private(set) var steps = 0
    private(set) var commits = 0
    /// The calls that changed the store.
    private(set) var effectiveCalls: Set<String> = []
    private var reader: StateReader
    private var model: QueueModel
    private var hasBackup = false
    /// Set when all processes of the host end.
    var isPowerLost = false
    /// Whether the store continues with a backup, since all processes ended.
    private(set) var isBackupInUse = false

    /// The store's state.
    var state: ModelState { reader.state }

    init(seed: UInt64, database: MemoryDatabase, options: SimulationOptions) throws {
        (self.database, self.options) = (database, options)
        clock = database.clock
        clock.reset()
        random = SeededRandom(seed: seed)
        faults = Fault.choose(random)
        try database.reset(seed: seed)
        reader = try StateReader(database)
        try reader.readAll()
        model = QueueModel(policy: Self.policy)
        model.restore(reader.state)
    }

    // MARK: Results

    func trace(_ actor: String, _ text: @autoclosure () -> String) {
        guard options.isTraced else { return }
        let time = String(clock.now + 10_000_000).dropFirst()
        let line = "\(time.dropLast(3)).\(time.suffix(3))  \(actor)  \(text())"
        lines.append(line)
    }

    func violate(_ invariant: Violation.Invariant, _ message: String) {
        guard violation == nil, !options.ignored.contains(invariant) else { return }
        violation = Violation(invariant: invariant, message: message, time: clock.now)
        trace("checker", "violation: \(invariant.rawValue): \(message)")
    }

    // MARK: Store

    /// Whether a commit survives a power failure; the system writes some that need not.
    func isDurable(_ durability: SQLDurability) -> Bool {
        switch durability {
        case .durable, .unlimited: true
        case .read, .normal, .relaxed: random.chance(15)
        }
    }

    /// Compares a committed transaction with the model.
    func committed(
        _ changes: [ChangedRow], _ statement: String, by process: SimulatedProcess
    ) throws {
        commits += 1
        reader.state.wasCompared()
        if statement == "record_clock" { history.clockWasRead() }
        if !changes.isEmpty {
            effectiveCalls.insert(process.operation.name)
            let known = options.isTraced ? Set(state.jobs.keys) : []
            try reader.read(changes)
            if options.isTraced {
                for job in known.subtracting(state.jobs.keys).sorted() {
                    trace(process.name, "  \(history.name(job)) deleted")
                }
                traceChanges(changes, by: process)
            }
            history.observe(changes, reader.state, self)
        }
        guard !options.ignored.contains(.transition) else { return }
        do {
            process.expected = try model.apply(
                process.operation, first: statement, observed: &reader.state, wall: clock.wall,
                steady: clock.steady)
        } catch let error as ModelError {
            violate(.transition, "\(process.name), \(process.operation.name): \(error)")
            throw CrashError()
        }
    }

    /// Checks that a busy worker did not pass over an overdue suspect.
    func checkReserved(by worker: Int64) {
        guard model.hasUnreservedSuspect(wall: clock.wall, steady: clock.steady) else { return }
        violate(
            .transition, "worker \(worker), claimSuspect: an overdue suspect has no reservation")
    }

    private func traceChanges(_ changes: [ChangedRow], by process: SimulatedProcess) {
        for change in Set(changes).sorted(by: {
            ($0.table.rawValue, $0.row) < ($1.table.rawValue, $1.row)
        }) {
            switch change.table {
            case .task:
                guard let task = state.tasks[change.row] else { continue }
                let worker = task.worker.map { " worker \($0)" } ?? ""
                trace(
                    process.name,
                    "  task \(task.id) \(task.kind) of \(history.name(task.job)): \(task.state.name)"
                        + "\(worker), token \(task.fencingToken), crashes \(task.crashCount)"
                        + (task.isAlone ? ", alone" : ""))
            case .event:
                guard let event = state.events[change.row] else { continue }
                trace(
                    process.name,
                    "  event \(event.sequence): \(history.name(event.job)) \(event.kind.rawValue)")
            default: break
            }
        }
    }

    // MARK: Faults

    /// Counts a step, and fires the faults that are due beside it.
    ///
    /// - Throws: `CrashError` if the process ends.
    func reached(_ call: String, isAfter: Bool, by process: SimulatedProcess) throws {
        if !isAfter { steps += 1 }
        var due: [Fault.Kind] = []
        for index in faults.indices.reversed() {
            let isDue: Bool
            switch faults[index].trigger {
            case .step(let number): isDue = !isAfter && steps >= number
            case .call(call, isAfter, let count, let latest):
                isDue = count <= 1 || steps >= latest
                if !isDue {
                    faults[index].trigger = .call(
                        call, isAfter: isAfter, count: count - 1, latest: latest)
                }
            case .call(_, _, _, let latest): isDue = !isAfter && steps >= latest
            }
            if isDue { due.append(faults.remove(at: index).kind) }
        }
        for kind in due { try fire(kind, process, beside: call) }
        if violation != nil || isPowerLost { throw CrashError() }
    }

    private func fire(
        _ kind: Fault.Kind, _ process: SimulatedProcess, beside call: String
    ) throws {
        firedFaults.append(kind)
        lastFault = clock.now
        trace(process.name, "fault: \(kind) at \(call)")
        switch kind {
        case .crash: throw CrashError()
        case .pause:
            let duration = random.chance(50) ? random.time(500...8000) : random.time(8000...40_000)
            process.pausedUntil = clock.now + duration
        case .lostReply: process.delivery = .lostReply
        case .lostRequest: process.delivery = .lostRequest
        case .repeatedTransaction: process.delivery = .repeated
        case .storePartition:
            process.storePartitionUntil = clock.now + random.time(1000...25_000)
        case .storagePartition:
            process.storagePartitionUntil = clock.now + random.time(1000...20_000)
        case .powerFailure: try losePower(restoringBackup: false)
        case .restoredBackup: try losePower(restoringBackup: hasBackup)
        case .clockJump:
            let size = random.element([2000, 60_000, 3_600_000, 86_400_000, 40 * 86_400_000])
            // A submission may have a delay, which must not begin while the clock is ahead (ModelClient.submit).
            let isAhead = random.chance(50) && call != "submit"
            clock.wallOffset += isAhead ? random.time(1...size) : -random.time(1...size)
        case .drain: process.isDrainRequested = true
        }
        let ends = [
            process.pausedUntil, process.storePartitionUntil, process.storagePartitionUntil,
        ]
        lastFault = max(lastFault, ends.max() ?? 0)
    }

    /// Corrects the wall clock.
    func correctClock() {
        guard clock.wallOffset != 0 else { return }
        trace("host", "clock corrected by \(-clock.wallOffset) ms")
        clock.wallOffset = 0
        lastFault = max(lastFault, clock.now)
    }

    /// Makes a backup of the store.
    func makeBackup() throws {
        try database.makeBackup()
        hasBackup = true
        trace("host", "backup")
    }

    private func losePower(restoringBackup: Bool) throws {
        if restoringBackup {
            try database.restoreBackup()
            // A clock that is ahead would be as it is if the backup was restored that much later.
            correctClock()
        } else {
            try database.losePower()
        }
        let before = Set(state.jobs.keys)
        try reader.readAll()
        model.restore(reader.state)
        var hasReading = false
        try database.forEachRow(of: try database.prepared("SELECT 1 FROM clock_check")) { _ in
            hasReading = true
        }
        history.storeWasRestored(
            reader.state, before: before, isBackup: restoringBackup,
            hasReading: hasReading, self)
        // A power failure in the same step does not undo the restoration.
        isBackupInUse = restoringBackup || (isPowerLost && isBackupInUse)
        isPowerLost = true
    }
}
