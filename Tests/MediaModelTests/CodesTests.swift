import TestSupport
import Testing

@testable import MediaModel

/// docs/codes.md and the codes of errors are held together.
@Suite struct CodesTests {
    @Test func theTableHasEveryErrorAndNoOther() throws {
        let documented = try CodesPage.codes(of: "Errors")
        #expect(documented == Set(UploadError.Code.allCases.map(\.rawValue)))
    }
}
