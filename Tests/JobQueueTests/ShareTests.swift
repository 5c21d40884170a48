import Testing

@testable import JobQueue

/// What is kept of tenants' turns, and for how long.
@Suite struct ShareTests {
    private func tenants(_ store: SQLStore) async throws -> [String] {
        let text = "SELECT tenant FROM share ORDER BY tenant, priority"
        return try await store.database.single(.normal, SQLStatement(text, text), []).map {
            try $0.text(0)
        }
    }

    /// Claims a task and ends it.
    private func work(_ store: SQLStore, _ worker: Int64) async throws -> String? {
        guard let task = try await store.claimOne(worker) else { return nil }
        _ = try await store.complete(task.lease, result: nil, adding: [])
        return task.payload
    }

    /// Clients name tenants as they like.
    @Test(arguments: Backend.allCases)
    func nothingIsKeptOfTenantsThatAreGone(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<20 {
                try await store.submit("\(index)", tenant: "invented \(index)", priority: index % 3)
            }
            _ = try await store.maintain()
            #expect(try await tenants(store).count == 20)
            while try await work(store, worker) != nil {}
            #expect(try await store.forgetShares() == 20)
            #expect(try await tenants(store).isEmpty)
        }
    }

    /// Where there is always something to do, as soon as claims have come past them.
    @Test(arguments: Backend.allCases)
    func aLaneThatNeverEndsForgetsTenantsToo(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<9 { try await store.submit("a\(index)", tenant: "a", cost: 1) }
            for index in 0..<9 { try await store.submit("\(index)", tenant: "b\(index)", cost: 2) }
            for _ in 0..<9 + 6 { _ = try await work(store, worker) }
            #expect(try await store.stats().jobs[.queued] == 3)
            try await store.forgetShares()
            #expect(try await tenants(store) == ["a"])
        }
    }

    /// Nobody gets ahead by what is forgotten: who has had much still waits while others do.
    @Test(arguments: Backend.allCases)
    func forgettingChangesNoTurn(_ backend: Backend) async throws {
        let (kept, forgotten) = (
            try await turns(backend, forgetting: false), try await turns(backend, forgetting: true)
        )
        #expect(kept == forgotten)
        #expect(Set(kept) == ["bulk", "big", "middle", "small"])
    }

    /// Tenants in the order in which their jobs are done: beside one with much to do, others come back some time after each job.
    private func turns(_ backend: Backend, forgetting: Bool) async throws -> [String] {
        let costs = ["big": 50.0, "middle": 7.0, "small": 1.0]
        return try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<90 { try await store.submit("bulk \(index)", tenant: "bulk", cost: 3) }
            var (turns, gone, away) = ([String](), 0, costs.keys.sorted().map { ($0, 1) })
            for round in 0..<50 {
                for (tenant, back) in away where back == round {
                    try await store.submit(
                        "\(tenant) \(round)", tenant: tenant, cost: costs[tenant] ?? 0)
                }
                let done = try #require(try await work(store, worker))
                let tenant = String(done.prefix { $0 != " " })
                turns.append(tenant)
                away.append((tenant, tenant == "bulk" ? -1 : round + 3))
                if forgetting { gone += try await store.forgetShares() }
            }
            #expect(gone > 5 || !forgetting)
            return turns
        }
    }
}
