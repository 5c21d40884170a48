import Foundation
import Scheduling
import Testing

@Suite struct BlockingPoolTests {
    private let pool = BlockingPool(label: "tests")

    @Test func resultsAndErrorsAreReturned() async throws {
        #expect(try await pool.run { _ in 7 } == 7)
        await #expect(throws: TestError()) { try await pool.run { _ in throw TestError() } }
    }

    /// Each call waits for all others: with fewer threads than calls, the test would never end.
    @Test(.timeLimit(.minutes(1)))
    func everyCallHasAThreadOnAnyNumberOfCores() async throws {
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 8
        let group = DispatchGroup()
        for _ in 0..<count { group.enter() }
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<count {
                tasks.addTask { [pool] in
                    try await pool.run { _ in
                        group.leave()
                        group.wait()
                    }
                }
            }
            try await tasks.waitForAll()
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func errorAfterCancellationBecomesCancellationError() async throws {
        let running = Latch()
        let task = Task { [pool] in
            try await pool.run { cancellation in
                running.open()
                while !cancellation.isCancelled { sched_yield() }
                throw TestError()
            }
        }
        await running.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func cancelledTaskDoesNotRunItsBody() async {
        let task = Task { [pool] in
            await Latch().wait()
            return try await pool.run { _ in Issue.record("the body ran") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
