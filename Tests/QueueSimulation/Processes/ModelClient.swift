import Errors
import JobQueue

/// A client that submits, cancels and retries jobs, and repeats requests whose response was lost.
///
/// Safe because: the whole simulation runs in one task.
final class ModelClient: @unchecked Sendable {
    private enum Action {
        /// Submits the job of a number.
        case submit(Int)
        case cancel(Int)
        /// Retries the job if it has failed.
        case retry(Int)
        case setPaused(Bool)
        case setLimits
    }

    private let world: World
    let process: SimulatedProcess
    private let store: SQLStore
    private var actions: [(time: Int64, action: Action)] = []
    /// The jobs by their numbers, once their submission is confirmed.
    private var jobs: [Int: JobID] = [:]
    private let requests: [JobRequest]
    private let conducts: [Conduct]

    init(_ world: World) {
        self.world = world
        process = SimulatedProcess("client", .client)
        store = SQLStore(
            ProcessDatabase(world: world, process: process), policy: World.policy,
            clocks: world.clock.storeClocks(world.random))
        let random = world.random
        let count = random.number(3...8)
        var conducts: [Conduct] = (0..<count).map { _ in
            switch random.number(0...99) {
            case ..<12: .bad
            case ..<45: .unsteady
            default: .honest
            }
        }
        if random.chance(35) { conducts[random.number(0...count - 1)] = .poison }
        self.conducts = conducts
        requests = conducts.enumerated().map { number, conduct in
            let encodes = random.chance(45) ? random.number(2...3) : 0
            let payload = SimulatedPayload(conduct: conduct, encodes: encodes)
            return JobRequest(
                tenant: random.chance(30) ? "limited" : "default", key: "key \(number)",
                priority: random.chance(20) ? 1 : 0, payload: payload.text,
                tasks: [NewTask(kind: "transcode")],
                delay: random.chance(15) ? Double(random.number(1...20)) : 0,
                webhook: random.chance(70) ? "https://example.org/\(number)" : nil)
        }
        plan(random)
    }

    private func plan(_ random: SeededRandom) {
        actions.append((0, .setLimits))
        for number in requests.indices {
            let time = random.time(0...25_000)
            actions.append((time, .submit(number)))
            if random.chance(15) { actions.append((time + random.time(1...9000), .submit(number))) }
            if random.chance(25) {
                actions.append((time + random.time(1...20_000), .cancel(number)))
            }
            for _ in 0..<random.number(0...2) {
                actions.append((time + random.time(5000...60_000), .retry(number)))
            }
        }
        if random.chance(15) {
            let time = random.time(0...20_000)
            actions.append((time, .setPaused(true)))
            actions.append((time + random.time(1000...20_000), .setPaused(false)))
        }
        sort()
    }

    private func sort() {
        // Stable: equal times have the order of planning.
        actions = actions.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    var isDone: Bool { actions.isEmpty }

    /// The time of the next action, in milliseconds; `nil` if there is none.
    var nextTime: Int64? { actions.first.map { max($0.time, process.pausedUntil) } }

    /// Does the next action; an action without a response is repeated.
    func act() async {
        let (_, action) = actions.removeFirst()
        do {
            try await perform(action)
        } catch let error as QueueError where error.retryability == .never {
            world.trace(process.name, "rejected: \(error.code.rawValue)")
        } catch {
            // Later actions wait: they follow from the response.
            let time = world.clock.now + world.random.time(500...3000)
            actions = [(time, action)] + actions.map { (max($0.time, time), $0.action) }
        }
    }

    private func perform(_ action: Action) async throws {
        switch action {
        case .submit(let number): try await submit(number)
        case .cancel(let number):
            guard let job = jobs[number] else { return }
            world.history.cancelled.insert(job)
            let operation = Operation.cancel(job)
            _ = try await process.call(operation, world, store, { _ in nil }) {
                try await $0.cancel(job)
            }
        case .retry(let number):
            guard let job = jobs[number] else { return }
            _ = try await process.call(.retry(job), world, store, { _ in nil }) {
                try await $0.retry(job)
            }
        case .setPaused(let isPaused):
            try await process.call(.setPaused(isPaused), world, store, { _ in nil }) {
                try await $0.setPaused(isPaused)
            }
        case .setLimits:
            let operation = Operation.setLimits(tenant: "limited", running: 2)
            try await process.call(operation, world, store, { _ in nil }) {
                try await $0.setLimits(TenantLimits(running: 2), ofTenant: "limited")
            }
        }
    }

    /// Sets again what a restored backup may have undone.
    func storeWasRestored() {
        let time = world.clock.now + world.random.time(1000...5000)
        actions += [(time, .setPaused(false)), (time, .setLimits)]
        sort()
    }

    private func submit(_ number: Int) async throws {
        var request = requests[number]
        // A delay that begins while the clock is ahead ends when the corrected clock has the same time again.
        if world.clock.wallOffset > 0 { request.delay = 0 }
        let submitted = try await process.call(
            .submit(request), world, store, { .job($0.job.id) }
        ) { try await $0.submit(request) }
        let job = submitted.job.id
        jobs[number] = job
        world.history.wasSubmitted(
            job, History.Request(number: number, conduct: conducts[number]))
        world.history.wasAccepted(job)
        world.trace(process.name, "submitted job \(number) as \(job)")
    }

    /// Deletes all jobs that have ended.
    func prune() async throws {
        let states: [JobState] = [.completed, .failed, .cancelled]
        let operation = Operation.prune(age: 0)
        _ = try await process.call(operation, world, store, { _ in nil }) {
            try await $0.prune(olderThan: 0, states: states, limit: 500)
        }
    }
}
