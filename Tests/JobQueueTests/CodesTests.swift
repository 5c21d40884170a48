import JobQueue
import TestSupport
import Testing

/// docs/codes.md lists the queue's codes.
@Suite struct CodesTests {
    @Test func tableListsAllQueueErrors() throws {
        let documented = try CodesPage.codes(of: "Queue errors")
        #expect(documented == Set(QueueError.Code.allCases.map(\.rawValue)))
    }
}
