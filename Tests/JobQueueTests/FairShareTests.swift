import Testing

@testable import JobQueue

/// The CPU time of two tenants that always have work, on a simulated host with a virtual clock.
@Suite struct FairShareTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let backend: Backend
        /// The weight of the tenant with many small jobs; that of the other one is 1.
        let weight: Double
        /// The CPU time of a small job, in seconds, estimated and true; that of a film's task is estimated as 60.
        let small: (estimated: Double, used: Double)
        let film: Double

        static let all = Backend.allCases.flatMap { backend in
            [
                Case(backend: backend, weight: 1, small: (20, 5), film: 100),
                Case(backend: backend, weight: 1, small: (2, 40), film: 30),
                Case(backend: backend, weight: 3, small: (2, 40), film: 100),
            ]
        }

        var testDescription: String { "\(backend), weight \(weight), small \(small), film \(film)" }
    }

    /// Tenants get measured CPU time by weight, whatever the sizes of files and the plans promised.
    @Test(arguments: Case.all)
    func measuredTimeIsDividedByWeight(_ test: Case) async throws {
        try await test.backend.withStore(clockStep: 0) { store in
            try await store.setLimits(TenantLimits(weight: test.weight), ofTenant: "small")
            for index in 0..<10 {
                // The estimate of a film of 4 GB by its size.
                try await store.submit("film \(index)", tenant: "films", cost: 4001)
            }
            for index in 0..<1000 {
                try await store.submit(
                    "small \(index)", tenant: "small", cost: test.small.estimated)
            }
            var host = try await SimulatedHost(store, slots: 4, test)
            let used = try await host.run(untilEndOf: "small")
            let (small, films) = (used["small"] ?? 0, used["films"] ?? 0)
            #expect(small > 0)
            let share = small / (films * test.weight)
            #expect((0.9...1.1).contains(share), "small \(small) s, films \(films) s")
        }
    }
}

/// A host whose slots execute tasks for their true CPU time, measured by a virtual clock.
private struct SimulatedHost {
    private let store: SQLStore
    private let slots: Int
    private let test: FairShareTests.Case
    private let worker: Int64
    private var now = 0.0
    private var running: [(task: ClaimedTask, tenant: String, seconds: Double, end: Double)] = []

    init(_ store: SQLStore, slots: Int, _ test: FairShareTests.Case) async throws {
        (self.store, self.slots, self.test) = (store, slots, test)
        worker = try await store.worker()
    }

    /// Executes tasks until a tenant has no job left.
    ///
    /// - Returns: The CPU seconds that each tenant has used.
    mutating func run(untilEndOf tenant: String) async throws -> [String: Double] {
        var used: [String: Double] = [:]
        var ended = 0
        while ended < 1000 {
            for task in try await store.claim(worker, count: slots - running.count) {
                let name = task.jobPayload.hasPrefix("film") ? "films" : "small"
                let seconds = seconds(of: task, name)
                running.append((task, name, seconds, now + seconds))
            }
            let next = try #require(running.indices.min { running[$0].end < running[$1].end })
            let done = running.remove(at: next)
            now = done.end
            used[done.tenant, default: 0] += done.seconds
            if done.tenant == tenant { ended += 1 }
            let isPlanning = done.tenant == "films" && done.task.kind == "test"
            let parts =
                isPlanning ? Array(repeating: NewTask(kind: "encode", cost: 60), count: 200) : []
            let end = try await store.complete(
                done.task.lease, result: nil, adding: parts, cpuSeconds: done.seconds)
            #expect(end == .applied)
        }
        // Tasks that have not ended have used a part of their time.
        for task in running { used[task.tenant, default: 0] += task.seconds - (task.end - now) }
        return used
    }

    /// The true CPU time of a task: a film is planned in a second.
    private func seconds(of task: ClaimedTask, _ tenant: String) -> Double {
        if tenant == "small" { return test.small.used }
        return task.kind == "test" ? 1 : test.film
    }
}
