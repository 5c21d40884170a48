import JobQueue
import Testing

@testable import vtranscode

/// Errors of the queue, as the command prints them.
@Suite struct QueueErrorTests {
    @Test func commandAddsItsOwnAdvice() async throws {
        let missing = try await #require(throws: QueueError.self) {
            try await QueueURL("sqlite:/nowhere/queue.db").open(createsFile: false)
        }
        #expect(
            ErrorLine.lines(for: missing) == [
                "vtranscode: error: /nowhere/queue.db: QUEUE_REFUSED: there is no such queue; "
                    + "check --queue and VTRANSCODE_QUEUE; queue add, worker and watch create a queue"
            ])
        let webhook = try #require(throws: QueueError.self) {
            try WebhookURL("http://127.0.0.1/", allowsPrivate: false)
        }
        #expect(!webhook.description.contains("--"))
        #expect(webhook.commandText.contains("--allow-private-webhooks"))
        let other = QueueError(.corrupt, "queue.db", "it is corrupt", advice: "restore it")
        #expect(other.commandText == other.description)
    }

    /// Each condition has a remedy with an option or a command, unlike the advice of the queue.
    @Test(arguments: QueueError.Condition.allCases)
    func conditionHasARemedy(condition: QueueError.Condition) {
        let error = QueueError(.badRequest, "x", "y", advice: "z", condition: condition)
        #expect(error.description == "x: BAD_REQUEST: y; z")
        let remedy = Remedy.text(for: condition)
        #expect(error.commandText == "x: BAD_REQUEST: y; \(remedy)")
        #expect(remedy.contains("--") || remedy.contains("vtranscode "), "\(remedy)")
    }

    @Test func causesAreListedInOrder() {
        let cause = QueueError(
            .unreachable, "a", "b", advice: "c", cause: CancellationError())
        let error = QueueError(.badRequest, "x", "y", advice: "z", cause: cause)
        #expect(
            ErrorLine.causes(of: error) == [
                "vtranscode: caused by: a: QUEUE_UNREACHABLE: b; c",
                "vtranscode: caused by: CancellationError()",
            ])
    }
}
