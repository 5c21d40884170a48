import Errors
import JobQueue
import Testing

@testable import StatusServer

/// The API's remedies, for clients that have no command line.
@Suite struct APIRemedyTests {
    @Test(arguments: QueueError.Condition.allCases)
    func remedyNamesNoOption(condition: QueueError.Condition) {
        let error = QueueError(.badRequest, "x", "y", advice: "z", condition: condition)
        #expect(APIError(error).advice == APIRemedy.advice(for: condition))
        #expect(!APIError(error).advice.contains("--"))
    }

    @Test func adviceOfRequestsWithoutConditionIsSent() {
        let error = APIError(QueueError(.badRequest, "x", "y", advice: "z"))
        #expect(error.code.rawValue == "BAD_REQUEST")
        #expect(error.message == "x: y" && error.advice == "z")
    }

    /// Clients receive neither the queue's messages nor its advice.
    @Test func stateOfTheQueueIsNotSent() {
        let error = APIError(QueueError(.corrupt, "/secret.db", "y", advice: "z"))
        #expect(!"\(error.message) \(error.advice)".contains("secret"))
        #expect(error.advice == "check the worker's log")
    }
}
