import Testing

@testable import JobQueue

/// The wall clock is set forth or back under a queue: nothing is lost, and nothing waits until it is right again.
@Suite struct ClockTests {
    struct Jump: Sendable, CustomTestStringConvertible {
        let backend: Backend
        let milliseconds: Int64

        static let all = Backend.allCases.flatMap { backend in
            [JumpingClock.day, -JumpingClock.day].map { Jump(backend: backend, milliseconds: $0) }
        }

        var testDescription: String { "\(backend), \(milliseconds > 0 ? "forth" : "back")" }
    }

    @Test(arguments: [JumpingClock.day, -JumpingClock.day])
    func onSQLiteNoLiveWorkerIsGivenUp(milliseconds: Int64) async throws {
        try await Backend.sqlite.withClock { store, clock in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            clock.jump(by: milliseconds)
            #expect(try await store.maintain().lostWorkers == 0)
            let answer = try await store.heartbeat(worker)
            #expect(answer.isKnown && answer.held.map(\.lease) == [task.lease])
            #expect(try await store.complete(task.lease, result: nil, adding: []) == .made)
            #expect(try await store.state(job) == .completed)
        }
    }

    /// Whoever is given up by mistake begins anew; what it had is done by whoever comes first, once.
    @Test(arguments: Jump.all)
    func whatRunsIsDoneOnce(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            clock.jump(by: jump.milliseconds)
            _ = try await store.maintain()
            var lease = task.lease
            if try await !store.heartbeat(worker).isKnown {
                let again = try #require(try await store.claimSuspect(store.worker()))
                lease = again.lease
                #expect(try await store.complete(task.lease, result: "old", adding: []) == .stale)
            }
            // Nobody is given up a second time.
            #expect(try await store.maintain().lostWorkers == 0)
            #expect(try await store.complete(lease, result: "new", adding: []) == .made)
            #expect(try await store.kinds(job) == [.queued, .published])
        }
    }

    @Test(arguments: Jump.all)
    func aWorkerThatIsGoneIsNoticed(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            _ = try await store.claimOne(worker)
            clock.jump(by: jump.milliseconds)
            try await store.silence(worker)
            _ = try await store.maintain()
            #expect(try await store.claimSuspect(store.worker())?.lease.job == job)
        }
    }

    @Test(arguments: Jump.all)
    func aFailedTaskIsTriedAgainSoon(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            _ = try await store.fail(task.lease, .passing)
            _ = try await store.maintain()
            #expect(try await store.tasks(of: task.lease.job).map(\.state) == [.delayed])
            clock.jump(by: jump.milliseconds)
            _ = try await store.maintain()
            let worker = try await store.worker()
            #expect(try await store.claimOne(worker)?.lease.task == task.lease.task)
        }
    }

    @Test(arguments: Jump.all)
    func aDelayedJobBeginsAtItsTime(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            let job = try await store.submit("a", delay: 3600)
            clock.jump(by: jump.milliseconds)
            _ = try await store.maintain()
            let isDue = jump.milliseconds > 0
            #expect(try await store.job(job)?.hold == (isDue ? JobHold.none : .scheduled))
            // The clock is set right, or time goes by.
            if !isDue { clock.jump(by: JumpingClock.day + 3_600_001) }
            _ = try await store.maintain()
            #expect(try await store.claimOne(try await store.worker())?.lease.job == job)
        }
    }

    @Test(arguments: Jump.all)
    func aWebhookIsToldAgainSoon(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            try await store.submit("a", webhook: "https://example.org")
            let first = try #require(try await store.claimDeliveries(count: 1).first)
            try await store.deliveryFailed(first.id, reason: "no answer", isPermanent: false)
            #expect(try await store.claimDeliveries(count: 1).isEmpty)
            clock.jump(by: jump.milliseconds)
            #expect(try await store.claimDeliveries(count: 1).map(\.id) == [first.id])
        }
    }

    /// What is placed by a clock that stands still comes before what waits already.
    @Test(arguments: Jump.all)
    func lanesGoOn(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            for index in 0..<8 { try await store.submit("before \(index)") }
            let worker = try await store.worker()
            var claimed = try await store.claim(worker, count: 4).map(\.payload)
            let reached = try await Self.lane(store)
            clock.jump(by: jump.milliseconds)
            claimed += try await store.claim(worker, count: 2).map(\.payload)
            #expect(try await Self.lane(store) > reached)
            for index in 0..<4 { try await store.submit("after \(index)", tenant: "new") }
            while let task = try await store.claimOne(worker) { claimed.append(task.payload) }
            #expect(claimed.count == 12 && Set(claimed).count == 12)
            #expect(try await store.stats().oldestWait ?? 0 >= 0)
            #expect(try await store.stats().workers.allSatisfy { $0.silence >= 0 })
        }
    }

    private static func lane(_ store: SQLStore) async throws -> Int64 {
        try #require(try await store.sql("SELECT clock FROM lane").first).integer(0)
    }
}
