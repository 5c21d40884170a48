import Testing

@testable import PresetEvaluation

@Suite struct TimeoutTests {
    @Test func operationReturnsItsResult() async throws {
        #expect(try await Timeout.run(seconds: 60) { 7 } == 7)
    }

    /// The operation is cancelled, and has ended when `run` returns.
    @Test func timeoutCancelsTheOperation() async throws {
        let result = try await Timeout.run(seconds: 0.01) {
            try await Task.sleep(for: .seconds(600))
            return 7
        }
        #expect(result == nil)
    }

    @Test func expiredTimeoutStartsNoOperation() async throws {
        let result: Int? = try await Timeout.run(seconds: 0) {
            Issue.record("started")
            return 7
        }
        #expect(result == nil)
    }
}
