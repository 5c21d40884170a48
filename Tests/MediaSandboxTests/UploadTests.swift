import Errors
import Foundation
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

    /// Bytes that are fetched need space on this host; a local upload needs none, whatever its file server reports.
    @Test(arguments: ["/cache", "/uploads/clip.mp4"])
    func fullDiskConcernsFetchedBytesOnly(location: String) throws {
        let file = FailingFile(StorageError("write", FilePath(location), ENOSPC))
        let upload = try Upload(file.location, in: OneFile(file: file))
        let expected: UploadError.Code = location == "/cache" ? .diskFull : .unreadable
        for read in [{ try upload.checkUnchanged() }, { _ = try upload.head(1) }] {
            let error = #expect(throws: UploadError.self) { try read() }
            #expect(error?.code == expected)
        }
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

/// A source of one upload.
private struct OneFile: UploadSource {
    let file: FailingFile

    func open(_ location: Location) throws(StorageError) -> any UploadFile { file }
    func names(beside upload: Location) throws(StorageError) -> [String] { [] }
    func isCausedByUpload(_ error: StorageError) -> Bool { false }
}

/// An open upload each of whose reads fails.
private final class FailingFile: UploadFile {
    let location = Location("/uploads/clip.mp4" as FilePath)
    let size: Int64 = 1
    let descriptor: Int32 = -1
    private let error: StorageError

    init(_ error: StorageError) { self.error = error }

    var identity: UploadIdentity {
        UploadIdentity(object: "clip.mp4", version: UploadVersion(size: size, validator: "1"))
    }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int { throw error }

    func hasChanged() throws(StorageError) -> Bool { throw error }
}
