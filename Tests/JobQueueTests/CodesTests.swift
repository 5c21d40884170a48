import JobQueue
import TestSupport
import Testing

/// docs/codes.md and the queue's codes are held together.
@Suite struct CodesTests {
    @Test func theTableHasEveryErrorOfTheQueueAndNoOther() throws {
        let documented = try CodesPage.codes(of: "Queue's own errors")
        #expect(documented == Set(QueueError.Code.allCases.map(\.rawValue)))
    }

    @Test func theTableHasEveryFailureThatIsNoUploadsAndNoOther() throws {
        let documented = try CodesPage.codes(of: "Jobs of a queue")
        #expect(documented == Set(TaskFailure.Code.allCases.map(\.rawValue)))
    }
}
