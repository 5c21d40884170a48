internal import Errors
import MediaUnits
import Testing

@testable import MediaModel
@testable import MediaSandbox

@Suite struct UploadTests {
    /// What fails on a descriptor that was handed over is not the output's fault.
    @Test func aDescriptorWhoseStatusCannotBeReadIsUnreadable() throws {
        let error = #expect(throws: UploadError.self) {
            _ = try Upload(descriptor: -1, formats: .modern)
        }
        #expect(error?.code == .unreadable)
        #expect(error?.retryability != .never)
        guard case .upload(let handed) = WorkError(try #require(error)) else {
            Issue.record("the process does not hand it over as the upload's error")
            return
        }
        #expect(handed.code == .unreadable)
    }
}
