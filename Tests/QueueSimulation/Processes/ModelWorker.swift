import JobQueue

/// A model of `QueueWorker` with `TranscodingPerformer`: the same calls in the same order, one at a time.
///
/// Safe because: the whole simulation runs in one task.
final class ModelWorker: @unchecked Sendable {
    /// The duties of a worker, each with the time of its next action, in milliseconds.
    struct Timers {
        var heartbeat: Int64
        var maintenance: Int64
        var claim: Int64
        var deliveries: Int64
        var pruning: Int64
    }

    static let slots = 2

    let world: World
    let process: SimulatedProcess
    let random: SeededRandom
    private(set) var store: SQLStore
    /// The worker's id in the store.
    private(set) var id: Int64?
    var attempts: [ModelAttempt] = []
    private var timers: Timers
    private var unknownLeases: Set<Lease> = []
    /// The suspects that the store leased to this worker in a transaction whose response was lost.
    private var unknownSuspects: Set<Lease> = []
    private var deliveries: [Delivery] = []
    /// The time of the end of a graceful shutdown, in milliseconds.
    private var drainDeadline: Int64?
    private var lastCollection: Int64 = 0

    init(_ number: Int, _ world: World) {
        (self.world, random) = (world, world.random)
        process = SimulatedProcess("worker \(number)", .worker)
        store = Self.store(world, process)
        timers = Self.timers(world.clock.now + world.random.time(0...3000), world.random)
    }

    private static func store(_ world: World, _ process: SimulatedProcess) -> SQLStore {
        SQLStore(
            ProcessDatabase(world: world, process: process), policy: World.policy,
            clocks: world.clock.storeClocks(world.random))
    }

    private static func timers(_ start: Int64, _ random: SeededRandom) -> Timers {
        Timers(
            heartbeat: start + 2000, maintenance: start + random.time(0...2000),
            claim: start, deliveries: start + random.time(0...2000),
            pruning: start)
    }

    /// The time of the next action, in milliseconds.
    var nextTime: Int64 {
        var time = min(timers.heartbeat, timers.maintenance, timers.claim, timers.deliveries)
        time = min(time, timers.pruning)
        for attempt in attempts { time = min(time, attempt.time) }
        return max(time, process.pausedUntil)
    }

    var isIdle: Bool { attempts.isEmpty && deliveries.isEmpty }

    // MARK: Life

    /// Does the next action.
    func act() async {
        do {
            if process.isDrainRequested, drainDeadline == nil { startDraining() }
            if let index = attempts.indices.min(by: { attempts[$0].time < attempts[$1].time }),
                attempts[index].time <= world.clock.now
            {
                try await act(on: index)
            } else {
                try await doDuty()
            }
            if drainDeadline != nil, attempts.isEmpty { try await deregister() }
        } catch {
            end(error is CrashError ? "crashed" : "ended")
        }
    }

    /// Ends the process at once; another one starts later.
    func end(_ reason: String) {
        world.trace(process.name, reason)
        for attempt in attempts where attempt.isAlone && !attempt.isLeaked {
            world.history.crashedAlone(attempt.lease.job)
        }
        for lease in unknownSuspects { world.history.crashedAlone(lease.job) }
        (attempts, deliveries, unknownLeases, unknownSuspects) = ([], [], [], [])
        (id, drainDeadline) = (nil, nil)
        process.isDrainRequested = false
        process.delivery = .normal
        process.pausedUntil = 0
        store = Self.store(world, process)
        timers = Self.timers(world.clock.now + random.time(500...6000), random)
    }

    private func startDraining() {
        world.trace(process.name, "draining")
        drainDeadline = world.clock.now + 8000
    }

    private func deregister() async throws {
        if let id {
            try await attempt(.deregister(worker: id)) { try await $0.deregister(id) }
        }
        end("stopped")
    }

    /// Calls the store, with faults before and after the call.
    ///
    /// - Parameters:
    ///   - operation: The call as the model sees it.
    ///   - reply: Converts the response to that of the model, which is compared.
    ///   - body: The call.
    /// - Returns: The response.
    /// - Throws: `QueueError`, or `CrashError` if the process ends.
    func call<Response>(
        _ operation: Operation, _ reply: (Response) -> Reply? = { _ in nil },
        _ body: (SQLStore) async throws -> Response
    ) async throws -> Response {
        try await process.call(operation, world, store, reply, body)
    }

    /// Calls the store, and ignores its errors.
    @discardableResult
    func attempt<Response>(
        _ operation: Operation, _ body: (SQLStore) async throws -> Response
    ) async throws -> Response? {
        do {
            return try await call(operation, { _ in nil }, body)
        } catch is QueueError {
            return nil
        }
    }

    // MARK: Duties

    private func doDuty() async throws {
        let now = world.clock.now
        guard let id else { return drainDeadline == nil ? try await register() : end("stopped") }
        if let drainDeadline, drainDeadline <= now {
            for index in attempts.indices { attempts[index].isCancelled = true }
            self.drainDeadline = now + 60_000
        }
        if timers.heartbeat <= now {
            timers.heartbeat = now + 2500
            try await sendHeartbeat(id)
        } else if timers.maintenance <= now {
            timers.maintenance = now + random.time(2000...5000)
            try await maintain(id)
        } else if timers.deliveries <= now {
            timers.deliveries = now + random.time(2000...5000)
            try await deliver()
        } else if timers.claim <= now {
            timers.claim = now + random.time(2000...7000)
            if drainDeadline == nil { try await claim(id) }
        } else if timers.pruning <= now {
            timers.pruning = now + random.time(15_000...30_000)
            try await prune()
        }
    }

    /// The retention of ended jobs, in seconds; more than a schedule lasts, but less than the largest jump of the wall clock.
    private static let retention = 172_800.0

    /// Deletes old jobs: none, unless a jump of the clock is not detected.
    private func prune() async throws {
        try await attempt(.prune(age: Int64(Self.retention * 1000))) {
            try await $0.pruneByTrustedClock(
                olderThan: Self.retention, states: [.completed, .failed, .cancelled], limit: 100)
        }
    }

    private func register() async throws {
        let now = world.clock.now
        let info = WorkerInfo(name: process.name, host: "host", process: 1, version: "1")
        id = try await attempt(.register) { try await $0.register(info) }
        let start = now + (id == nil ? 2000 : 0)
        timers = Self.timers(start, random)
    }

    private func sendHeartbeat(_ id: Int64) async throws {
        let response: Heartbeat
        do {
            response = try await call(.heartbeat(worker: id)) { try await $0.heartbeat(id) }
        } catch is QueueError {
            return
        }
        guard response.isKnown else {
            world.trace(process.name, "lease expired")
            for index in attempts.indices where !attempts[index].isLeaked {
                attempts[index].isCancelled = true
                if attempts[index].isAlone { world.history.crashedAlone(attempts[index].lease.job) }
            }
            for lease in unknownSuspects { world.history.crashedAlone(lease.job) }
            unknownSuspects = []
            self.id = nil
            return try await register()
        }
        let current = Set(response.leases.map(\.lease))
        let obsolete = Set(response.leases.filter(\.isObsolete).map(\.lease))
        for index in attempts.indices {
            let lease = attempts[index].lease
            if !current.contains(lease) || obsolete.contains(lease) {
                attempts[index].isCancelled = true
            }
        }
        // A lease that is unknown twice belongs to a claim whose response was lost.
        let unknown = current.subtracting(attempts.filter { !$0.isLeaked }.map(\.lease))
        let repeated = unknown.intersection(unknownLeases)
        unknownLeases = unknown
        unknownSuspects.formIntersection(unknown)
        for lease in repeated.sorted(by: { $0.task < $1.task }) {
            try await attempt(.releaseUnstarted(lease)) { try await $0.releaseUnstarted(lease) }
        }
    }

    /// Reads from the store which suspects are leased to this worker without its knowledge.
    private func findUnknownSuspects(_ id: Int64) {
        let known = Set(attempts.map(\.lease.task))
        for task in world.state.tasks.values
        where task.worker == id && task.isAlone && task.state == .running
            && !known.contains(task.id)
        {
            unknownSuspects.insert(
                Lease(
                    job: task.job, task: task.id, fencingToken: task.fencingToken, worker: id))
        }
    }

    private func maintain(_ id: Int64) async throws {
        try await attempt(.maintain) { try await $0.maintain() }
        if world.clock.now >= lastCollection + 20_000 {
            lastCollection = world.clock.now
            try await maintainFiles()
        }
        guard drainDeadline == nil, !attempts.contains(where: \.isAlone) else { return }
        let count = 4 - attempts.count { $0.kind == ModelAttempt.publication }
        let operation = Operation.claimPublications(worker: id, count: count)
        let found = try await attempt(operation) {
            try await $0.claimPublications(id, count: count)
        }
        for publication in found ?? [] {
            attempts.append(ModelAttempt(publication, at: world.clock.now, random))
        }
    }

    /// An operation on files, with faults before and after it.
    ///
    /// - Throws: `FileError`, or `CrashError` if the process ends.
    func fileOperation<Output>(
        _ name: String, _ body: (inout FileModel) throws -> Output
    ) throws -> Output {
        try world.reached(name, isAfter: false, by: process)
        guard process.storagePartitionUntil <= world.clock.now else {
            throw FileError.unreachable
        }
        let output = try body(&world.files)
        world.trace(process.name, name)
        try world.reached(name, isAfter: true, by: process)
        return output
    }

    /// An operation on files whose failure has no consequence.
    @discardableResult
    func fileAttempt<Output>(
        _ name: String, _ body: (inout FileModel) throws -> Output
    ) throws -> Output? {
        do {
            return try fileOperation(name, body)
        } catch is FileError {
            return nil
        }
    }

    // MARK: Claims

    private func claim(_ id: Int64) async throws {
        let running = attempts.filter { $0.kind != ModelAttempt.publication }
        let free = Self.slots - running.count
        guard free > 0, !attempts.contains(where: \.isAlone) else { return }
        let isIdle = running.isEmpty
        let suspect = try await attempt(.claimSuspect(worker: id)) {
            try await $0.claimSuspect(id, isIdle: isIdle, of: nil)
        }
        if case .claimed(let task) = suspect { return start([task]) }
        findUnknownSuspects(id)
        guard case .some(.none) = suspect else { return }
        if !isIdle { world.checkReserved(by: id) }
        let isCleaning = attempts.contains { $0.kind == NewTask.cleanup }
        if !isCleaning {
            let operation = Operation.claimCleanups(worker: id, count: 1)
            let cleanups = try await attempt(operation) {
                try await $0.claimCleanups(id, count: 1)
            }
            start(cleanups ?? [])
            if cleanups?.isEmpty == false { return }
        }
        let tasks = try await attempt(.claim(worker: id, count: free)) {
            try await $0.claim(id, count: free)
        }
        start(tasks ?? [])
    }

    private func start(_ tasks: [ClaimedTask]) {
        for task in tasks {
            attempts.append(ModelAttempt(task, at: world.clock.now, random))
        }
    }

    /// Claims again soon: an attempt has ended.
    func wake() { timers.claim = min(timers.claim, world.clock.now + random.time(1...200)) }

    // MARK: Webhooks

    /// Sends a claimed delivery and reports its outcome, or claims more.
    private func deliver() async throws {
        if deliveries.isEmpty {
            deliveries =
                try await attempt(.claimDeliveries) { try await $0.claimDeliveries(count: 4) } ?? []
            guard !deliveries.isEmpty else { return }
        }
        let delivery = deliveries.removeFirst()
        if !deliveries.isEmpty { timers.deliveries = world.clock.now + random.time(5...300) }
        try world.reached("send", isAfter: false, by: process)
        let isReceived = random.chance(85)
        if isReceived { world.history.received(delivery, world) }
        try world.reached("send", isAfter: true, by: process)
        if isReceived, random.chance(90) {
            try await attempt(.delivered(delivery.id)) { try await $0.delivered(delivery.id) }
        } else {
            try await attempt(.deliveryFailed(delivery.id, isPermanent: false)) {
                try await $0.deliveryFailed(delivery.id, reason: "status 500", isPermanent: false)
            }
        }
    }
}

extension SimulatedProcess {
    /// Calls a store, with faults before and after the call, and compares the response with that of the model.
    func call<Response>(
        _ operation: Operation, _ world: World, _ store: SQLStore,
        _ reply: (Response) -> Reply?, _ body: (SQLStore) async throws -> Response
    ) async throws -> Response {
        try world.reached(operation.name, isAfter: false, by: self)
        (self.operation, expected) = (operation, nil)
        defer { delivery = .normal }
        world.trace(name, operation.text)
        let response = try await body(store)
        if let expected, let found = reply(response), found != expected {
            world.violate(
                .transition, "\(name), \(operation.name): response \(found), expected \(expected)")
        }
        try world.reached(operation.name, isAfter: true, by: self)
        return response
    }
}

extension Operation {
    /// The call with its lease, for traces.
    var text: String {
        switch self {
        case .report(let lease, _), .complete(let lease, _), .beginPublishing(let lease),
            .fail(let lease, _), .abandon(let lease, _), .release(let lease, _),
            .releaseUnstarted(let lease), .deferPublication(let lease):
            "\(name) task \(lease.task), token \(lease.fencingToken), worker \(lease.worker)"
        case .heartbeat(let worker), .deregister(let worker), .claim(let worker, _),
            .claimSuspect(let worker), .claimCleanups(let worker, _),
            .claimPublications(let worker, _):
            "\(name) worker \(worker)"
        case .delivered(let id), .deliveryFailed(let id, _): "\(name) \(id)"
        default: name
        }
    }
}
