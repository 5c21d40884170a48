import Errors
import JobQueue
import TestSupport
import Testing

@testable import Worker

/// The causes of errors in the log of a worker.
@Suite struct CauseTests {
    private struct SystemError: CausedError, CustomStringConvertible {
        let description: String
        var cause: (any Error)?
    }

    /// A performer whose tasks fail with an error.
    private struct FailingPerformer: TaskPerformer {
        let error: any Error
        let kinds: Set<String>? = nil

        func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
            throw error
        }
        func resolve(_ publication: ClaimedPublication) async throws -> TaskOutcome { throw error }
        func removeFiles(of task: ClaimedTask) async {}
        func obstacle() async -> String? { nil }
    }

    private static func failure(cause: (any Error)?) -> TaskError {
        TaskError(
            TaskFailure(code: "OUTPUT", message: "cannot write", advice: "a", isPermanent: true),
            cause: cause)
    }

    /// The log line of a task that fails with an error.
    private func line(_ error: any Error, _ message: String) async throws -> String {
        let bench = try await QueueBench()
        let job = try await bench.submit("a")
        let log = RecordedLog()
        try await bench.run(bench.worker(FailingPerformer(error: error), log: log)) {
            guard log.count(message) == 0 else { return true }
            return try await bench.state(job) == .failed
        }
        return try #require(log.lines.first { $0.hasPrefix(message) })
    }

    @Test func failedTaskIsLoggedWithTheChainOfCauses() async throws {
        let disk = SystemError(description: "write: I/O error")
        let file = SystemError(description: "segment 3 failed", cause: disk)
        let line = try await line(Self.failure(cause: file), "task failed")
        #expect(line.contains(#"cause=["segment 3 failed", "write: I/O error"]"#))
        #expect(line.contains("error=cannot write"))
    }

    /// The direct cause is often the same error in another form.
    @Test func causeThatRepeatsTheMessageIsLeftOut() async throws {
        let disk = SystemError(description: "write: I/O error")
        let same = SystemError(description: "clip.mp4: OUTPUT: cannot write; a", cause: disk)
        let line = try await line(Self.failure(cause: same), "task failed")
        #expect(line.contains(#"cause=["write: I/O error"]"#))
    }

    @Test func errorWithoutCauseHasNone() async throws {
        #expect(try await !line(Self.failure(cause: nil), "task failed").contains("cause="))
    }

    @Test func internalErrorIsLoggedWithItsCauses() async throws {
        let error = InternalError("m", cause: SystemError(description: "the cause"))
        let line = try await line(error, "task failed with an internal error")
        #expect(line.contains(#"cause=["the cause"]"#))
    }
}
