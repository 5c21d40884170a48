import Testing

@testable import JobQueue

@Suite struct DeliveryTests {
    @Test(arguments: Backend.allCases)
    func eventIsClaimedUntilDelivered(_ backend: Backend) async throws {
        try await backend.withStore { store in
            let job = try await store.submit("a", webhook: "https://example.org/hook")
            try await store.submit("without webhook")
            let first = try await store.claimDeliveries(count: 10)
            #expect(first.map(\.url) == ["https://example.org/hook"])
            #expect(first.map(\.event.kind) == [.queued])
            #expect(first.map(\.event.job) == [job])
            #expect(first.map(\.attempts) == [0])
            // A claimed delivery is not claimed again, unless its outcome is not reported within a minute.
            #expect(try await store.claimDeliveries(count: 10).isEmpty)
            try await store.passTime()
            let again = try #require(try await store.claimDeliveries(count: 10).first)
            #expect(again.id == first[0].id)
            #expect(again.attempts == 1)
            try await store.delivered(again.id)
            try await store.passTime()
            #expect(try await store.claimDeliveries(count: 10).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func failedDeliveryIsRetriedThenAbandoned(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(maxDeliveryAttempts: 3)) { store in
            try await store.submit("a", webhook: "https://example.org/hook")
            for attempt in 0..<3 {
                let delivery = try #require(try await store.claimDeliveries(count: 1).first)
                #expect(delivery.attempts == attempt)
                try await store.deliveryFailed(delivery.id, reason: "503", isPermanent: false)
                #expect(try await store.claimDeliveries(count: 1).isEmpty)
                try await store.passTime()
            }
            #expect(try await store.claimDeliveries(count: 1).isEmpty)
            let stats = try await store.stats()
            #expect(stats.deliveriesPending == 0)
            #expect(stats.deliveriesFailed == 1)
        }
    }

    /// Retries to a host that does not respond would otherwise occupy all connections.
    @Test(arguments: Backend.allCases)
    func deliveriesPerHostAreLimited(_ backend: Backend) async throws {
        try await backend.withStore(QueuePolicy(maxDeliveriesPerHost: 2)) { store in
            for index in 0..<5 {
                // Path, port and case do not distinguish hosts.
                let url = "https://\(index % 2 == 0 ? "dead" : "DEAD").example:44\(index)/\(index)"
                try await store.submit("dead \(index)", webhook: url)
            }
            try await store.submit("live", webhook: "https://live.example/hook")
            // `_` is not a wildcard.
            try await store.submit("other", webhook: "https://d_ad.example/hook")
            let first = try await store.claimDeliveries(count: 9)
            #expect(
                first.map(\.host) == [
                    "dead.example", "dead.example", "live.example", "d_ad.example",
                ])
            #expect(try await store.claimDeliveries(count: 9, inFlight: first.map(\.host)).isEmpty)
            let next = try await store.claimDeliveries(
                count: 9, inFlight: ["dead.example", "live.example"])
            #expect(next.map(\.host) == ["dead.example"])
            #expect(try await store.claimDeliveries(count: 0).isEmpty)
            #expect(try await store.claimDeliveries(count: 1).count == 1)
            #expect(try await store.claimDeliveries(count: 9).count == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func oldEventIsAttemptedOnceThenAbandoned(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("old", webhook: "https://example.org/hook")
            try await store.submit("new", webhook: "https://example.org/hook")
            try await store.sql("UPDATE event SET time = time - 86400001 WHERE id = 1")
            for delivery in try await store.claimDeliveries(count: 2) {
                try await store.deliveryFailed(delivery.id, reason: "503", isPermanent: false)
            }
            let records = try await store.undelivered(of: nil, onlyAbandoned: false, limit: 9)
            #expect(records.map { $0.due == nil } == [true, false])
        }
    }

    @Test(arguments: Backend.allCases)
    func permanentFailureAbandonsDelivery(_ backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.submit("a", webhook: "https://example.org/hook")
            let delivery = try #require(try await store.claimDeliveries(count: 1).first)
            try await store.deliveryFailed(delivery.id, reason: "410", isPermanent: true)
            try await store.passTime()
            #expect(try await store.claimDeliveries(count: 1).isEmpty)
        }
    }

    /// Abandoned deliveries can be scheduled again after a long outage of the receiver.
    @Test(arguments: Backend.allCases)
    func redeliverySchedulesAbandonedDeliveries(_ backend: Backend) async throws {
        try await backend.withStore { store in
            var jobs: [JobID] = []
            for index in 0..<3 {
                jobs.append(
                    try await store.submit(
                        "\(index)", webhook: "https://\(index).example.org/secret"))
            }
            func records(_ job: JobID? = nil, onlyAbandoned: Bool = false) async throws -> [String]
            {
                try await store.undelivered(of: job, onlyAbandoned: onlyAbandoned, limit: 9).map {
                    "\($0.host) \($0.event.kind) \($0.attempts) \($0.due == nil) \($0.reason ?? "")"
                }
            }
            for delivery in try await store.claimDeliveries(count: 2) {
                try await store.deliveryFailed(delivery.id, reason: "404", isPermanent: true)
            }
            let failed = ["0.example.org queued 1 true 404", "1.example.org queued 1 true 404"]
            #expect(try await records() == failed + ["2.example.org queued 0 false "])
            #expect(try await records(onlyAbandoned: true) == failed)
            #expect(try await records(jobs[1]) == [failed[1]])
            #expect(try await records(jobs[2], onlyAbandoned: true) == [])
            #expect(try await store.undelivered(of: nil, onlyAbandoned: false, limit: 1).count == 1)

            #expect(try await store.redeliver(of: jobs[2], limit: 9) == 0)
            #expect(try await store.redeliver(of: jobs[1], limit: 9) == 1)
            #expect(try await records(onlyAbandoned: true) == [failed[0]])
            #expect(try await store.redeliver(of: nil, limit: 9) == 1)
            let again = try await store.claimDeliveries(count: 9)
            #expect(again.map(\.event.job) == jobs && again.map(\.attempts) == [0, 0, 0])
        }
    }
}
