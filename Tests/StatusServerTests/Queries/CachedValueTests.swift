import Synchronization
import Testing

@testable import StatusServer

@Suite struct CachedValueTests {
    /// A computation with a simulated duration, which counts its runs.
    private final class Finding: Sendable {
        private let state: Mutex<(time: ContinuousClock.Instant, count: Int, isFailing: Bool)>
        private let effort: Duration

        init(taking effort: Duration) {
            self.effort = effort
            state = Mutex((.now, 0, false))
        }

        struct Failure: Error {}

        var now: ContinuousClock.Instant { state.withLock(\.time) }
        func pass(_ time: Duration) { state.withLock { $0.time += time } }
        var isFailing: Bool {
            get { state.withLock(\.isFailing) }
            set { state.withLock { $0.isFailing = newValue } }
        }

        func find() throws -> Int {
            try state.withLock { state in
                state.time += effort
                state.count += 1
                if state.isFailing { throw Failure() }
                return state.count
            }
        }
    }

    /// The lifetime of a value from the start of its computation.
    @Test(arguments: [
        (effort: Duration.zero, limit: 1, life: Duration.seconds(1)),
        (.milliseconds(20), 10, .seconds(1)), (.milliseconds(200), 10, .seconds(2)),
        (.seconds(3), 10, .seconds(30)), (.milliseconds(900), 1, .seconds(1)),
    ])
    func slowComputationIsRarelyRepeated(
        effort: Duration, limit: Int, life: Duration
    ) async throws {
        let finding = Finding(taking: effort)
        let cached = CachedValue(loadLimit: limit, now: { finding.now }, { try finding.find() })
        #expect(try await cached.value == 1)
        finding.pass(life - effort - .milliseconds(1))
        #expect(try await cached.value == 1)
        finding.pass(.milliseconds(1))
        #expect(try await cached.value == 2)
    }

    /// An error may be outdated soon.
    @Test func failedComputationIsRepeatedSoon() async throws {
        let finding = Finding(taking: .seconds(60))
        let cached = CachedValue(loadLimit: 10, now: { finding.now }, { try finding.find() })
        finding.isFailing = true
        await #expect(throws: Finding.Failure.self) { try await cached.value }
        finding.isFailing = false
        #expect(try await cached.value == 2)
    }

    @Test func concurrentReadersShareAComputation() async throws {
        let (latch, opens) = AsyncStream.makeStream(of: Void.self)
        let finding = Finding(taking: .seconds(9))
        let cached = CachedValue(now: { finding.now }) {
            for await _ in latch { break }
            return try finding.find()
        }
        async let first = cached.value
        async let second = cached.value
        opens.yield()
        opens.yield()
        #expect(try await (first, second) == (1, 1))
    }
}
