import Foundation
import TestSupport
import Testing

@testable import MediaModel

/// docs/codes.md lists the codes of errors and findings.
@Suite struct CodesTests {
    @Test func tableListsEveryErrorCode() throws {
        let documented = try CodesPage.codes(of: "Errors")
        #expect(documented == Set(UploadError.Code.allCases.map(\.rawValue)))
    }

    /// Codecs that are not decoded are an open set, of which the table has an example.
    @Test func tableListsEveryFinding() throws {
        let documented = try CodesPage.codes(of: "Findings")
        let codes = Finding.Code.allCases + [.ignored(codec: "apac")]
        #expect(documented == Set(codes.map(\.rawValue)))
        #expect(Set(codes).count == codes.count)
    }

    /// A package of another version may have other findings.
    @Test func findingOfAnotherVersionIsDecoded() throws {
        let json = #"{"code":"FROM_THE_FUTURE","message":"It is new.","severity":"info"}"#
        let finding = try JSONDecoder().decode(Finding.self, from: Data(json.utf8))
        #expect(finding == Finding(Finding.Code(rawValue: "FROM_THE_FUTURE"), .info, "It is new."))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(finding), as: UTF8.self) == json)
    }
}
