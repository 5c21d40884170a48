import Scheduling
import Testing

@Suite(.timeLimit(.minutes(1))) struct TimeoutTests {
    @Test func bodyReturnsItsOutput() async throws {
        #expect(try await withTimeout(until: .now + .seconds(3600)) { 7 } == 7)
    }

    @Test func bodyThrowsItsError() async {
        await #expect(throws: TestError.self) {
            try await withTimeout(until: .now + .seconds(3600)) { throw TestError() }
        }
    }

    /// The body is cancelled, and has ended when the function returns.
    @Test func deadlineCancelsTheBody() async throws {
        let ended = Latch()
        let output: Int? = try await withTimeout(until: .now + .milliseconds(10)) {
            defer { ended.open() }
            try await untilCancelled()
            return 7
        }
        #expect(output == nil && ended.isOpen)
    }

    @Test func passedDeadlineStartsNoBody() async throws {
        let output: Int? = try await withTimeout(until: .now) {
            Issue.record("started")
            return 7
        }
        #expect(output == nil)
    }

    @Test func cancellationOfTheCallerIsAnError() async {
        let caller = Task {
            try await withTimeout(until: .now + .seconds(3600)) {
                try await untilCancelled()
            }
        }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
    }

    @Test func endOfTheWaitCancelsTheBody() async throws {
        let (started, ended) = (Latch(), Latch())
        let output: Int? = try await withTimeout(after: { await started.wait() }) {
            started.open()
            defer { ended.open() }
            try await untilCancelled()
            return 7
        }
        #expect(output == nil && ended.isOpen)
    }

    /// Waits for the task's cancellation.
    private func untilCancelled() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in events {}
        continuation.finish()
        try Task.checkCancellation()
    }
}
