import Foundation
import Synchronization
import Testing

@testable import Worker

@Suite(.timeLimit(.minutes(1))) struct AttemptLeaseTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock(\.self) }

        func advance(by seconds: Double) { time.withLock { $0 += .seconds(seconds) } }
    }

    private let clock = Clock()

    private func lease(seconds: Double) -> AttemptLease {
        AttemptLease(until: clock.now + .seconds(seconds), now: { [clock] in clock.now })
    }

    @Test func leaseIsValidUntilItsEnd() {
        let lease = lease(seconds: 15)
        clock.advance(by: 14)
        #expect(lease.isConfirmed())
    }

    @Test func revokedLeaseIsInvalid() {
        let lease = lease(seconds: 15)
        lease.revoke()
        #expect(!lease.isConfirmed())
        lease.extend(until: clock.now + .seconds(60))
        #expect(!lease.isConfirmed())
    }

    /// A process that was suspended does not know whether another worker has the task, until the queue responds.
    @Test(arguments: [true, false])
    func expiredLeaseWaitsForTheQueue(isExtended: Bool) async {
        let lease = lease(seconds: 15)
        clock.advance(by: 16)
        async let isConfirmed = Self.onThread { lease.isConfirmed() }
        if isExtended { lease.extend(until: clock.now + .seconds(15)) } else { lease.revoke() }
        #expect(await isConfirmed == isExtended)
    }

    /// An earlier confirmation, which arrives later, does not shorten the lease.
    @Test func leaseIsNotShortened() {
        let lease = lease(seconds: 15)
        lease.extend(until: clock.now + .seconds(5))
        clock.advance(by: 10)
        #expect(lease.isConfirmed())
    }

    /// Runs a body that blocks on a thread of its own.
    private static func onThread(_ body: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
