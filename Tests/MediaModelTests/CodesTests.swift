import TestSupport
import Testing

@testable import MediaModel

/// docs/codes.md lists the codes of errors.
@Suite struct CodesTests {
    @Test func tableListsEveryErrorCode() throws {
        let documented = try CodesPage.codes(of: "Errors")
        #expect(documented == Set(UploadError.Code.allCases.map(\.rawValue)))
    }
}
