internal import Errors
import MediaUnits
import Testing

@testable import MediaModel
@testable import MediaSandbox

@Suite struct UploadTests {
    /// An error on a passed descriptor concerns the upload, not the output.
    @Test func descriptorWithoutStatusIsUnreadable() throws {
        let error = #expect(throws: UploadError.self) {
            _ = try Upload(descriptor: -1, formats: .modern)
        }
        #expect(error?.code == .unreadable)
        #expect(error?.retryability != .never)
        guard case .upload(let sent) = WorkError(try #require(error)) else {
            Issue.record("the failure is not sent as the upload's error")
            return
        }
        #expect(sent.code == .unreadable)
    }
}
