import Foundation
import JobQueue
import SystemPackage
import TestSupport
import Testing

@testable import StatusServer

@Suite struct TenantRootsFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("roots") }

    private func roots(_ text: String) throws -> [String: MediaRoots.Pair] {
        try TenantRootsFile.roots(in: text, named: "roots")
    }

    @Test func linesHaveTenantsAndRoots() throws {
        let path = folder.url.path(percentEncoded: false)
        let found = try roots(
            """
            # tenant  outputs  uploads

            site\ts3://site-packages/live s3://site-uploads
            blog \(path)
            """)
        #expect(found.keys.sorted() == ["blog", "site"])
        #expect(found["site"]?.outputs.text == "s3://site-packages/live")
        #expect(found["site"]?.uploads.text == "s3://site-uploads/")
        #expect(found["blog"]?.outputs.folder != nil)
        #expect(found["blog"]?.outputs == found["blog"]?.uploads)
    }

    @Test(arguments: [
        ("a s3://one-bucket\nb", 2, "not a tenant"), ("b x y z", 1, "not a tenant"),
        ("a s3://one-bucket\na s3://two-bucket", 2, "same tenant"),
        ("a relative", 1, "neither an absolute path nor a URL"), ("a s3://x", 1, "neither"),
        ("a https://host/", 1, "web server"), ("a /nowhere/at/all", 1, "not a folder"),
    ])
    func errorNamesTheLine(_ text: String, _ line: Int, _ message: String) {
        let error = #expect(throws: QueueError.self) { try roots(text) }
        #expect(error?.subject == "roots:\(line)")
        #expect(error?.message.contains(message) == true)
    }

    @Test func tenantsHaveTheirRootsOrTheCommonOnes() throws {
        let roots = MediaRoots(common: nil, tenants: try roots("a s3://bucket-a"))
        #expect(roots.roots(of: "a")?.outputs.text == "s3://bucket-a/")
        #expect(roots.roots(of: "b") == nil)
        roots.replaceTenants(with: try self.roots("b s3://bucket-b"))
        #expect(roots.roots(of: "a") == nil)
        #expect(roots.roots(of: "b")?.outputs.text == "s3://bucket-b/")
        let common = MediaRoots(try MediaRoot(FilePath(folder.url.path(percentEncoded: false))))
        #expect(common.roots(of: "any")?.outputs.folder != nil)
    }
}
