import Scheduling
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct OwnedTaskTests {
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
}
