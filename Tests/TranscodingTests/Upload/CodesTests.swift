import Foundation
import Testing

@testable import Transcoding

/// docs/codes.md and the codes of errors are held together.
@Suite struct CodesTests {
    /// The codes of the table of errors.
    private static func documented() throws -> Set<String> {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/codes.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let errors = try #require(
            text.split(separator: "## Errors").last?.split(separator: "\n## ").first)
        let cells = errors.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.dropFirst().split(separator: "|").first }
        return Set(
            cells.joined().matches(of: /`([A-Z_]+)`/).map { String($0.output.1) })
    }

    @Test func theTableHasEveryErrorAndNoOther() throws {
        #expect(try Self.documented() == Set(UploadError.Code.allCases.map(\.rawValue)))
    }
}
