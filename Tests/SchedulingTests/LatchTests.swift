import Scheduling
import Testing

@Suite(.timeLimit(.minutes(1))) struct LatchTests {
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
}
