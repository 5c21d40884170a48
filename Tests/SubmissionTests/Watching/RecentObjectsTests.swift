@testable import Storage
import Testing

@testable import Submission

@Suite struct RecentObjectsTests {
    private func entry(_ key: String, etag: String = "1") throws -> ObjectListing.Entry {
        ObjectListing.Entry(
            location: try Location(checking: "s3://bucket/\(key)"), size: 1, modified: 2,
            validator: etag)
    }

    @Test func objectsOfTheLastListingAreKnown() throws {
        let recent = RecentObjects()
        recent.insert(try entry("a"))
        #expect(try recent.renew(entry("a")))
        #expect(try !recent.renew(entry("a", etag: "2")))
        #expect(try !recent.renew(entry("b")))
        recent.endListing()
        #expect(try recent.renew(entry("a")))
        recent.endListing()
        #expect(try recent.renew(entry("a")))
        recent.endListing()
        recent.endListing()
        #expect(try !recent.renew(entry("a")))
    }

    @Test func numberIsLimited() throws {
        let recent = RecentObjects(limit: 2)
        for key in ["a", "b", "c"] { recent.insert(try entry(key)) }
        #expect(try ["a", "b", "c"].map { try recent.renew(entry($0)) } == [true, true, false])
    }
}
