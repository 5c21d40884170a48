import Synchronization
import Testing

@testable import JobQueue

/// The deletion of old jobs by workers, which requires a trusted clock.
@Suite struct PruningTests {
    private static let month = 31 * AdjustableClock.day
    private static let retention = 30.0 * 86400

    /// A monotonic clock that a test advances.
    private final class Uptime: Sendable {
        private let start = ContinuousClock.now
        private let milliseconds = Atomic<Int64>(0)

        var now: ContinuousClock.Instant {
            start + .milliseconds(milliseconds.load(ordering: .relaxed))
        }

        func advance(by duration: Int64) { milliseconds.add(duration, ordering: .relaxed) }
    }

    /// Returns a process with the store's database.
    private func process(_ store: SQLStore, _ uptime: Uptime) -> SQLStore {
        let system = StoreClocks.system
        return SQLStore(
            store.database, policy: store.policy,
            clocks: StoreClocks(
                wall: system.wall, monotonic: { uptime.now }, random: system.random),
            clockStep: 0)
    }

    private func prune(_ store: SQLStore, _ retention: Double = retention) async throws -> Pruning {
        try await store.pruneByTrustedClock(
            olderThan: retention, states: [.completed, .failed, .cancelled], limit: 9)
    }

    private func complete(_ store: SQLStore, _ key: String) async throws -> JobID {
        let job = try await store.submit(key)
        let lease = try #require(try await store.claimOne(store.worker())).lease
        _ = try await store.complete(lease, result: nil, adding: [])
        return job
    }

    @Test(arguments: Backend.allCases)
    func jumpStopsPruningForAnHour(_ backend: Backend) async throws {
        try await backend.withClock { store, wall in
            let (uptime, other) = (Uptime(), Uptime())
            let (first, second) = (process(store, uptime), process(store, other))
            func pass(_ milliseconds: Int64) {
                wall.advance(by: milliseconds)
                for clock in [uptime, other] { clock.advance(by: milliseconds) }
            }
            let job = try await complete(store, "a")
            #expect(try await prune(first) == Pruning(jobs: 0, distrust: nil))
            wall.advance(by: Self.month)
            #expect(try await first.trustedTime() == nil)
            let jumped = try await prune(first)
            #expect(jumped.jobs == 0)
            #expect((3500...3600).contains(jumped.distrust ?? 0))
            // A process that starts after the jump respects the record.
            let started = try await prune(second)
            #expect(started.jobs == 0 && started.distrust != nil)
            for _ in 0..<59 {
                pass(60_000)
                for process in [first, second] {
                    let outcome = try await prune(process)
                    #expect(outcome.jobs == 0 && outcome.distrust != nil)
                }
            }
            #expect(try await store.job(job) != nil)
            // The clock was right: the month is over.
            pass(120_000)
            #expect(try await prune(second) == Pruning(jobs: 1, distrust: nil))
            #expect(try await prune(first) == Pruning(jobs: 0, distrust: nil))
        }
    }

    /// The clock is set back before the jobs were deleted.
    @Test(arguments: Backend.allCases)
    func correctedClockIsTrustedAfterAnHour(_ backend: Backend) async throws {
        try await backend.withClock { store, wall in
            let uptime = Uptime()
            let process = process(store, uptime)
            let job = try await complete(store, "a")
            _ = try await prune(process)
            for jump in [Self.month, -Self.month] {
                wall.advance(by: jump)
                #expect(try await prune(process).distrust != nil)
            }
            wall.advance(by: 3_660_000)
            uptime.advance(by: 3_660_000)
            #expect(try await prune(process) == Pruning(jobs: 0, distrust: nil))
            #expect(try await store.job(job) != nil)
            #expect(try await prune(process, 0).jobs == 1)
        }
    }

    /// `queue prune` is a decision of the operator.
    @Test(arguments: Backend.allCases)
    func explicitPruningIgnoresJumps(_ backend: Backend) async throws {
        try await backend.withClock { store, wall in
            _ = try await complete(store, "a")
            _ = try await prune(store)
            wall.advance(by: Self.month)
            #expect(try await prune(store).jobs == 0)
            #expect(
                try await store.prune(olderThan: Self.retention, states: [.completed], limit: 9)
                    == 1)
        }
    }
}
