import Testing

@testable import JobQueue

/// Virtual finish times, and the deletion of those without effect.
@Suite struct FairQueueingTests {
    private func tenants(_ store: SQLStore) async throws -> [String] {
        try await store.sql("SELECT tenant FROM virtual_finish ORDER BY tenant, priority").map {
            try $0.text("tenant")
        }
    }

    /// Claims a task and completes it.
    private func completeNextTask(_ store: SQLStore, _ worker: Int64) async throws -> String? {
        guard let task = try await store.claimOne(worker) else { return nil }
        _ = try await store.complete(task.lease, result: nil, adding: [])
        return task.payload
    }

    /// Clients may invent any number of tenants.
    @Test(arguments: Backend.allCases)
    func finishTimesOfIdleTenantsAreDeleted(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<20 {
                try await store.submit("\(index)", tenant: "invented \(index)", priority: index % 3)
            }
            _ = try await store.maintain()
            #expect(try await tenants(store).count == 20)
            while try await completeNextTask(store, worker) != nil {}
            #expect(try await store.deleteObsoleteFinishes() == 20)
            #expect(try await tenants(store).isEmpty)
        }
    }

    /// At a priority that is never idle, finish times are deleted when the virtual clock has passed them.
    @Test(arguments: Backend.allCases)
    func finishTimesBeforeVirtualClockAreDeleted(_ backend: Backend) async throws {
        try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<9 { try await store.submit("a\(index)", tenant: "a", cost: 1) }
            for index in 0..<9 { try await store.submit("\(index)", tenant: "b\(index)", cost: 2) }
            for _ in 0..<9 + 6 { _ = try await completeNextTask(store, worker) }
            #expect(try await store.stats().jobs[.queued] == 3)
            try await store.deleteObsoleteFinishes()
            #expect(try await tenants(store) == ["a"])
        }
    }

    /// The deletion does not change the order of tasks.
    @Test(arguments: Backend.allCases)
    func deletionDoesNotChangeTheOrder(_ backend: Backend) async throws {
        let order = try await order(backend, deleting: false)
        #expect(try await self.order(backend, deleting: true) == order)
        #expect(Set(order) == ["bulk", "big", "middle", "small"])
    }

    /// Returns tenants in the order of their tasks: one has a backlog, others submit again some time after each task.
    private func order(_ backend: Backend, deleting: Bool) async throws -> [String] {
        let costs = ["big": 50.0, "middle": 7.0, "small": 1.0]
        return try await backend.withStore(clockStep: 0) { store in
            let worker = try await store.worker()
            for index in 0..<90 { try await store.submit("bulk \(index)", tenant: "bulk", cost: 3) }
            var (order, deleted, returns) = ([String](), 0, costs.keys.sorted().map { ($0, 1) })
            for round in 0..<50 {
                for (tenant, next) in returns where next == round {
                    try await store.submit(
                        "\(tenant) \(round)", tenant: tenant, cost: costs[tenant] ?? 0)
                }
                let done = try #require(try await completeNextTask(store, worker))
                let tenant = String(done.prefix { $0 != " " })
                order.append(tenant)
                returns.append((tenant, tenant == "bulk" ? -1 : round + 3))
                if deleting { deleted += try await store.deleteObsoleteFinishes() }
            }
            #expect(deleted > 5 || !deleting)
            return order
        }
    }
}
