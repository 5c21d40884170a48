import Synchronization
import Testing

@testable import StatusServer

@Suite struct RecentTests {
    /// Something that counts how often it is found out, which takes its time on a clock of its own.
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

    /// How long an answer is good, from when it was asked for.
    @Test(arguments: [
        (effort: Duration.zero, share: 1, life: Duration.seconds(1)),
        (.milliseconds(20), 10, .seconds(1)), (.milliseconds(200), 10, .seconds(2)),
        (.seconds(3), 10, .seconds(30)), (.milliseconds(900), 1, .seconds(1)),
    ])
    func whatTakesLongIsSeldomFoundOut(
        effort: Duration, share: Int, life: Duration
    ) async throws {
        let finding = Finding(taking: effort)
        let recent = Recent(share: share, now: { finding.now }, { try finding.find() })
        #expect(try await recent.value == 1)
        finding.pass(life - effort - .milliseconds(1))
        #expect(try await recent.value == 1)
        finding.pass(.milliseconds(1))
        #expect(try await recent.value == 2)
    }

    /// What failed may have waited long, for what is back by now.
    @Test func aFailureIsTriedAgainSoon() async throws {
        let finding = Finding(taking: .seconds(60))
        let recent = Recent(share: 10, now: { finding.now }, { try finding.find() })
        finding.isFailing = true
        await #expect(throws: Finding.Failure.self) { try await recent.value }
        finding.isFailing = false
        #expect(try await recent.value == 2)
    }

    @Test func whoAsksMeanwhileGetsTheSame() async throws {
        let (gate, opens) = AsyncStream.makeStream(of: Void.self)
        let finding = Finding(taking: .seconds(9))
        let recent = Recent(now: { finding.now }) {
            for await _ in gate { break }
            return try finding.find()
        }
        async let first = recent.value
        async let second = recent.value
        opens.yield()
        opens.yield()
        #expect(try await (first, second) == (1, 1))
    }
}
