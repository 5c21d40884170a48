import JobModel
import JobQueue
import TestSupport
import Testing

/// docs/codes.md lists the codes of jobs that fail for another reason than their uploads.
@Suite struct CodesTests {
    @Test func tableListsAllTaskFailures() throws {
        let documented = try CodesPage.codes(of: "Job failures")
        let codes =
            TaskFailure.Code.allCases.map(\.rawValue)
            + [SubmissionError.Code.badPreset.rawValue]
            + [SecretKeyError.Code.missing, .unreadable].map(\.rawValue)
        #expect(documented == Set(codes))
    }
}
