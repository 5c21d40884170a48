import Scheduling
import Testing

@Suite(.timeLimit(.minutes(5))) struct PauseTests {
    @Test func endEndsTheWait() async {
        let pause = Pause()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pause.wait(3600) }
            group.addTask { pause.end() }
        }
    }

    @Test func endBeforeTheWaitCountsOnce() async {
        let pause = Pause()
        pause.end()
        pause.end()
        await pause.wait(3600)
        let before = ContinuousClock.now
        await pause.wait(0.05)
        #expect(before.duration(to: .now) >= .milliseconds(50))
    }

    @Test func cancellationEndsTheWait() async {
        let pause = Pause()
        let waiting = Task { await pause.wait(3600) }
        waiting.cancel()
        await waiting.value
        // The next wait is not ended by it.
        let before = ContinuousClock.now
        await pause.wait(0.05)
        #expect(before.duration(to: .now) >= .milliseconds(50))
    }

    /// Concurrent calls of `end` shortly before and during waits: each ends one wait.
    @Test func concurrentEndsAreNotMissed() async {
        let pause = Pause()
        for _ in 0..<500 {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await pause.wait(3600) }
                group.addTask {
                    await Task.yield()
                    pause.end()
                }
            }
        }
    }
}
