import Testing

@testable import JobQueue

/// The wall clock is set forward or back by a day: no task is lost, and no task waits until the clock is correct.
@Suite struct ClockTests {
    struct Jump: Sendable, CustomTestStringConvertible {
        let backend: Backend
        let milliseconds: Int64

        static let all = Backend.allCases.flatMap { backend in
            [AdjustableClock.day, -AdjustableClock.day].map {
                Jump(backend: backend, milliseconds: $0)
            }
        }

        var testDescription: String { "\(backend), \(milliseconds > 0 ? "forward" : "back")" }
    }

    @Test(arguments: [AdjustableClock.day, -AdjustableClock.day])
    func clockJumpExpiresNoLeaseOnSQLite(milliseconds: Int64) async throws {
        try await Backend.sqlite.withClock { store, clock in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            clock.advance(by: milliseconds)
            #expect(try await store.maintain().expiredWorkers == 0)
            let response = try await store.heartbeat(worker)
            #expect(response.isKnown && response.leases.map(\.lease) == [task.lease])
            #expect(try await store.complete(task.lease, result: nil, adding: []) == .applied)
            #expect(try await store.state(job) == .completed)
        }
    }

    /// A worker whose lease expired too early registers again; its task is completed once, by either worker.
    @Test(arguments: Jump.all)
    func runningTaskCompletesOnceAfterClockJump(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            let task = try #require(try await store.claimOne(worker))
            clock.advance(by: jump.milliseconds)
            _ = try await store.maintain()
            var lease = task.lease
            if try await !store.heartbeat(worker).isKnown {
                let again = try #require(try await store.claimSuspect(store.worker()))
                lease = again.lease
                #expect(try await store.complete(task.lease, result: "old", adding: []) == .stale)
            }
            // No lease expires a second time.
            #expect(try await store.maintain().expiredWorkers == 0)
            #expect(try await store.complete(lease, result: "new", adding: []) == .applied)
            #expect(try await store.kinds(job) == [.queued, .published])
        }
    }

    @Test(arguments: Jump.all)
    func leaseExpiresAfterClockJump(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            let job = try await store.submit("a")
            let worker = try await store.worker()
            _ = try await store.claimOne(worker)
            clock.advance(by: jump.milliseconds)
            try await store.expireLease(of: worker)
            _ = try await store.maintain()
            #expect(try await store.claimSuspect(store.worker())?.lease.job == job)
        }
    }

    @Test(arguments: Jump.all)
    func failedTaskIsRetriedAfterClockJump(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            try await store.submit("a")
            let task = try #require(try await store.claimOne(try await store.worker()))
            _ = try await store.fail(task.lease, .transient)
            _ = try await store.maintain()
            #expect(try await store.tasks(of: task.lease.job).map(\.state) == [.delayed])
            clock.advance(by: jump.milliseconds)
            _ = try await store.maintain()
            let worker = try await store.worker()
            #expect(try await store.claimOne(worker)?.lease.task == task.lease.task)
        }
    }

    @Test(arguments: Jump.all)
    func delayedJobIsAdmittedWhenDueAfterClockJump(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            let job = try await store.submit("a", delay: 3600)
            clock.advance(by: jump.milliseconds)
            _ = try await store.maintain()
            let isDue = jump.milliseconds > 0
            #expect(try await store.job(job)?.admission == (isDue ? JobAdmission.ready : .delayed))
            // The clock is corrected, or time passes.
            if !isDue { clock.advance(by: AdjustableClock.day + 3_600_001) }
            _ = try await store.maintain()
            #expect(try await store.claimOne(try await store.worker())?.lease.job == job)
        }
    }

    @Test(arguments: Jump.all)
    func deliveryIsRetriedAfterClockJump(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            try await store.submit("a", webhook: "https://example.org")
            let first = try #require(try await store.claimDeliveries(count: 1).first)
            try await store.deliveryFailed(first.id, reason: "no response", isPermanent: false)
            #expect(try await store.claimDeliveries(count: 1).isEmpty)
            clock.advance(by: jump.milliseconds)
            #expect(try await store.claimDeliveries(count: 1).map(\.id) == [first.id])
        }
    }

    /// With a virtual clock that does not advance, new tasks would start before waiting ones.
    @Test(arguments: Jump.all)
    func virtualClockAdvancesAfterClockJump(_ jump: Jump) async throws {
        try await jump.backend.withClock { store, clock in
            for index in 0..<8 { try await store.submit("before \(index)") }
            let worker = try await store.worker()
            var claimed = try await store.claim(worker, count: 4).map(\.payload)
            let reached = try await Self.virtualClock(store)
            clock.advance(by: jump.milliseconds)
            claimed += try await store.claim(worker, count: 2).map(\.payload)
            #expect(try await Self.virtualClock(store) > reached)
            for index in 0..<4 { try await store.submit("after \(index)", tenant: "new") }
            while let task = try await store.claimOne(worker) { claimed.append(task.payload) }
            #expect(claimed.count == 12 && Set(claimed).count == 12)
            #expect(try await store.stats().oldestWait ?? 0 >= 0)
            #expect(try await store.stats().workers.allSatisfy { $0.heartbeatAge >= 0 })
        }
    }

    private static func virtualClock(_ store: SQLStore) async throws -> Int64 {
        try #require(try await store.sql("SELECT time FROM virtual_clock").first).integer("time")
    }
}
