import Synchronization
import Testing

@testable import Worker

@Suite(.timeLimit(.minutes(1))) struct TimeoutTests {
    @Test func latchResumesAllWaiters() async {
        let latch = Latch()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask { await latch.wait(until: .now + .seconds(3600)) }
            }
            latch.open()
            for await isOpen in group { #expect(isOpen) }
        }
        #expect(await latch.wait(until: .now))
    }

    @Test func waitEndsAtTheDeadline() async {
        let latch = Latch()
        #expect(await !latch.wait(until: .now + .milliseconds(1)))
    }

    @Test func waitEndsWithCancellation() async {
        let latch = Latch()
        let waiting = Task { await latch.wait(until: .now + .seconds(3600)) }
        waiting.cancel()
        #expect(await !waiting.value)
    }

    @Test func ownedTaskOutlivesItsDeadline() async throws {
        let latch = Latch()
        // The body does not end with its cancellation, like one that a file server blocks.
        let task = OwnedTask { () -> Int in
            while !latch.isOpen { await Task.yield() }
            return 7
        }
        #expect(try await task.value(until: .now + .milliseconds(1)) == nil)
        task.cancel()
        #expect(await !task.hasEnded(by: .now))
        latch.open()
        #expect(try await task.value == 7)
        #expect(try await task.value(until: .now + .seconds(3600)) == 7)
    }

    @Test func cancellationOfTheCallerIsNotPassedOn() async throws {
        let (started, latch) = (Latch(), Latch())
        let isCancelled = Mutex<Bool?>(nil)
        let caller = Task {
            try await withoutCancellation {
                started.open()
                await latch.wait()
                isCancelled.withLock { $0 = Task.isCancelled }
            }
        }
        await started.wait()
        caller.cancel()
        latch.open()
        try await caller.value
        #expect(isCancelled.withLock(\.self) == false)
    }

    @Test func rateLimitedWarningIsDueOnceAnHour() {
        var limiter = LogRateLimiter()
        let start = ContinuousClock.now
        let results = [("a", 0), ("a", 3599), ("b", 3599), ("a", 3600)].map { key, seconds in
            limiter.isDue(key, now: start + .seconds(seconds))
        }
        #expect(results == [true, false, true, true])
    }
}
