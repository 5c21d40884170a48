import Testing

@testable import PresetEvaluation

@Suite struct TimeLimitTests {
    @Test func workInTimeIsDone() async throws {
        #expect(try await TimeLimit.run(seconds: 60) { 7 } == 7)
    }

    /// The work is cancelled, and has ended when that is told.
    @Test func workThatTakesTooLongIsCancelled() async throws {
        let result = try await TimeLimit.run(seconds: 0.01) {
            try await Task.sleep(for: .seconds(600))
            return 7
        }
        #expect(result == nil)
    }

    @Test func withoutTimeNothingIsBegun() async throws {
        let result: Int? = try await TimeLimit.run(seconds: 0) {
            Issue.record("begun")
            return 7
        }
        #expect(result == nil)
    }
}
