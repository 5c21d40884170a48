import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import S3
@testable import Storage

/// Uploads in a bucket, beside the contract of `UploadSource`.
@Suite(.timeLimit(.minutes(5))) struct S3UploadSourceTests {
    private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private let folder: TemporaryFolder
    private let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func registry() throws -> StorageRegistry {
        StorageRegistry(remote: try bucket.stores(cache: folder("cache")))
    }

    private func open(_ key: String) throws -> any UploadFile {
        let location = try Location(checking: "s3://bucket/\(key)")
        return try registry().uploadSource(of: location).open(location)
    }

    private func reason(_ error: StorageError?) -> ObjectError? {
        if case .object(let reason)? = error?.kind { reason } else { nil }
    }

    /// All printable characters of ASCII, others, and segments that URLs would remove.
    @Test(arguments: [
        String(decoding: (0x20...0x7e) as ClosedRange<UInt8>, as: UTF8.self), "a//b", "a/../b",
        "../c", "./d", "e/.", "/g", "//h", "%2F%20+", "e\u{301} 😀 中文", "j?k#l&m=n",
    ])
    func keyIsUsedAsItIs(key: String) throws {
        bucket.put(Array(key.utf8), key)
        #expect(try open(key).bytes() == Array(key.utf8))
        var listing = try registry().listing(below: Location(checking: "s3://bucket/"))
        #expect(try listing.next()?.location.text == "s3://bucket/\(key)")
    }

    @Test func emptyObjectHasNoBytes() throws {
        bucket.put([], "k")
        let file = try open("k")
        #expect(file.size == 0)
        #expect(try file.bytes() == [])
    }

    @Test(arguments: ["GLACIER", "DEEP_ARCHIVE"])
    func archivedObjectIsReported(storageClass: String) throws {
        bucket.put([1], "k", headers: ["x-amz-storage-class": storageClass])
        let error = #expect(throws: StorageError.self) { try open("k") }
        #expect(reason(error) == .archived)
        #expect(error?.advice.contains("restore") == true)
    }

    @Test func missingObjectIsReported() throws {
        #expect(reason(#expect(throws: StorageError.self) { try open("k") }) == .gone)
    }

    @Test func objectMayBeRemovedDuringTheRead() throws {
        bucket.put(Self.content, "k")
        let file = try open("k")
        bucket.remove("k")
        #expect(reason(#expect(throws: StorageError.self) { try file.bytes() }) == .gone)
        #expect(try file.hasChanged())
    }

    @Test func objectMayBeReplacedDuringTheRead() throws {
        bucket.put(Self.content, "k")
        let file = try open("k")
        bucket.put(Self.content, "k")
        #expect(throws: StorageError.self) { try file.bytes() }
        #expect(try file.hasChanged())
    }

    /// The message names the missing permission.
    @Test func deniedObjectNamesItsAction() throws {
        bucket.put([1], "k")
        bucket.setFailure { $0.key == "k" ? .before(403) : nil }
        let error = #expect(throws: StorageError.self) { try open("k") }
        #expect(error?.reason.contains("s3:GetObject") == true)
        #expect(error?.reason.contains("ACCESS_DENIED") == true)
    }

    @Test func keysThatNoLocationNamesAreCounted() throws {
        bucket.put([1], "a/1")
        bucket.put([1], "a/2\n")
        bucket.put([1], "a/3")
        var listing = try registry().listing(below: Location(checking: "s3://bucket/a"))
        var found: [String] = []
        while let entry = try listing.next() { found.append(entry.location.text) }
        #expect(found == ["s3://bucket/a/1", "s3://bucket/a/3"])
        #expect(listing.unnamedCount == 1)
        #expect(listing.startTime == bucket.now)
    }

    @Test func listingBeginsAfterALocation() throws {
        for key in ["a/1", "a/2", "a/3"] { bucket.put([1], key) }
        let start = try Location(checking: "s3://bucket/a/2")
        var listing = try registry()
            .listing(below: Location(checking: "s3://bucket/a"), after: start)
        #expect(try listing.next()?.location.text == "s3://bucket/a/3")
        #expect(try listing.next() == nil)
    }
}
