import Testing

@testable import JobQueue

@Suite struct TenantTests {
    @Test(arguments: Backend.allCases)
    func runningJobsAreLimitedPerTenant(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.setLimits(TenantLimits(running: 2), ofTenant: "a")
            for index in 0..<4 { try await store.submit("\(index)", tenant: "a") }
            try await store.submit("free", tenant: "b")
            let worker = try await store.worker()
            let first = try await store.claim(worker, count: 9)
            #expect(Set(first.map(\.payload)) == ["0", "1", "free"])
            _ = try await store.complete(first[0].lease, result: nil, adding: [])
            let other = try #require(first.dropFirst().first { $0.payload != "free" })
            _ = try await store.fail(other.lease, .permanent)
            let next = try await store.claim(worker, count: 9).filter { $0.kind == "test" }
            #expect(next.map(\.payload) == ["2", "3"])
        }
    }

    @Test(arguments: Backend.allCases)
    func cancellationAdmitsNextHeldJob(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.setLimits(TenantLimits(running: 1), ofTenant: "a")
            let first = try await store.submit("0", tenant: "a")
            let held = try await store.submit("1", tenant: "a")
            try await store.submit("2", tenant: "a")
            #expect(try await store.job(held)?.admission == .held)
            // A held job does not count as running.
            _ = try await store.cancel(held)
            let worker = try await store.worker()
            #expect(try await store.claim(worker, count: 9).map(\.payload) == ["0"])
            _ = try await store.cancel(first)
            #expect(try await store.claimOne(worker) == nil)
            let lease = try #require(try await store.heartbeat(worker).leases.first?.lease)
            _ = try await store.release(lease)
            let next = try await store.claim(worker, count: 9)
            let cleanup = try #require(next.first { $0.kind == NewTask.cleanup })
            _ = try await store.complete(cleanup.lease, result: nil, adding: [])
            #expect(try await store.claim(worker, count: 9).map(\.payload) == ["2"])
        }
    }

    @Test(arguments: Backend.allCases)
    func openJobsAreLimitedPerTenant(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.setLimits(TenantLimits(queued: 2), ofTenant: "a")
            try await store.submit("0", tenant: "a")
            try await store.submit("1", tenant: "a", delay: 60)
            for delay in [0.0, 60] {
                await #expect {
                    try await store.submit("2", tenant: "a", delay: delay)
                } throws: { error in
                    (error as? QueueError)?.code == .tenantFull
                }
            }
            // An existing job is returned.
            try await store.submit("1", tenant: "a")
            try await store.submit("2", tenant: "b")
        }
    }

    /// Delayed jobs that are due at the same time are admitted in the order of their identifiers.
    @Test(arguments: Backend.allCases)
    func equallyDueJobsAreAdmittedInTheirOrder(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            try await store.setLimits(TenantLimits(running: 1), ofTenant: "a")
            for (key, time) in [("second", Int64(2)), ("first", 1)] {
                let system = StoreClocks.system
                let clocks = StoreClocks(
                    wall: { time }, monotonic: system.monotonic, random: system.random)
                let process = SQLStore(
                    store.database, policy: store.policy, clocks: clocks, clockStep: 0)
                try await process.submit(key, tenant: "a", delay: 60)
            }
            try await store.passTime()
            #expect(try await store.maintain().admitted == 1)
            let worker = try await store.worker()
            #expect(try await store.claim(worker, count: 9).map(\.payload) == ["first"])
        }
    }

    @Test(arguments: Backend.allCases)
    func raisedLimitAdmitsHeldJobs(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.setLimits(TenantLimits(running: 1), ofTenant: "a")
            for index in 0..<3 { try await store.submit("\(index)", tenant: "a") }
            let worker = try await store.worker()
            #expect(try await store.claim(worker, count: 9).count == 1)
            let limits = TenantLimits(weight: 2, running: 2, queued: 10)
            try await store.setLimits(limits, ofTenant: "a")
            #expect(try await store.limits(ofTenant: "a") == limits)
            #expect(try await store.limitsOfTenants() == ["a": limits])
            #expect(try await store.claim(worker, count: 9).count == 1)
            try await store.setLimits(TenantLimits(), ofTenant: "a")
            _ = try await store.maintain()
            #expect(try await store.claim(worker, count: 9).count == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func invalidLimitsAreRejected(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for limits in [
                TenantLimits(weight: 0), TenantLimits(weight: .nan), TenantLimits(running: 0),
                TenantLimits(queued: -1), TenantLimits(running: 3_000_000_000),
            ] {
                await #expect(throws: QueueError.self) {
                    try await store.setLimits(limits, ofTenant: "a")
                }
            }
        }
    }

    /// A wrong count of running jobs is corrected; tenants at their limit are not considered.
    @Test(arguments: Backend.allCases)
    func maintenanceAdmitsHeldJobsBelowLimit(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.setLimits(TenantLimits(running: 1), ofTenant: "a")
            let first = try await store.submit("1", tenant: "a")
            let second = try await store.submit("2", tenant: "a")
            let full = try await store.database.single(.read, .tenantsBelowLimit, [])
            #expect(full.isEmpty)
            try await store.sql(
                "UPDATE job SET state = \(job: .cancelled) WHERE id = $1", [.init(first)])
            let free = try await store.database.single(.read, .tenantsBelowLimit, [])
            #expect(try free.map { try $0.text("name") } == ["a"])
            #expect(try await store.maintain().admitted == 1)
            #expect(try await store.job(second)?.admission == .ready)
        }
    }
}
