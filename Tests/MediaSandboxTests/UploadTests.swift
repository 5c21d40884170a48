import Errors
import MediaUnits
import Sandbox
import Scheduling
import SystemPackage
import Storage
import Testing

@testable import MediaModel
@testable import MediaSandbox

@Suite struct UploadTests {
    /// An error on a passed descriptor concerns the upload, not the output.
    @Test func descriptorWithoutStatusIsUnreadable() throws {
        let error = #expect(throws: UploadError.self) {
            let context = SandboxContext(files: [-1], folder: "", isStopped: { false })
            _ = try Upload(context, formats: .modern)
        }
        #expect(error?.code == .unreadable)
        #expect(error?.retryability != .never)
        guard case .upload(let sent) = WorkError(try #require(error)) else {
            Issue.record("the failure is not sent as the upload's error")
            return
        }
        #expect(sent.code == .unreadable)
    }

    @Test func missingUploadHasTheCauseOfTheFileSystem() throws {
        let error = #expect(throws: UploadError.self) {
            _ = try Upload(Location("/nowhere/a.mp4"), in: LocalUploadSource())
        }
        #expect(error?.code == .unreadable)
        let causes = try #require(error).causes().map { String(describing: $0) }
        #expect(causes.count == 1 && causes[0].hasPrefix("/nowhere/a.mp4: "), "\(causes)")
    }

    /// The error of a graph is that of its job.
    @Test func errorOfAJobIsItsCause() {
        let cause = UploadError(.damaged, "a.mp4", "b", advice: "c", condition: .notSmaller)
        let error = UploadErrorMapping.uploadError(
            JobError(job: "a", cause: cause), upload: "other", output: "out")
        #expect(error == cause)
    }

    /// A bug keeps its message, has the one advice for bugs, and is its cause.
    @Test func bugHasTheAdviceForBugs() {
        let error = UploadErrorMapping.uploadError(
            JobError(job: "a", cause: InternalError("no result")), upload: "a.mp4", output: "out")
        #expect(error.code == .internalError && error.message == "no result")
        #expect(error.advice == InternalError.advice)
        #expect(error.causes().map { String(describing: $0) } == ["no result"])
    }
}
