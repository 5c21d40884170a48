import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Storage

/// Artifacts that hosts share by a bucket.
@Suite(.timeLimit(.minutes(5))) struct S3ArtifactStoreTests {
    private let folder: TemporaryFolder
    private let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func host(_ name: String) throws -> S3ArtifactStore {
        try bucket.artifacts(in: folder(name))
    }

    private func store(_ text: String, as key: String, on host: S3ArtifactStore) throws {
        try host.make(key) { draft in
            try DraftFile.write(Array(text.utf8), to: draft.path.appending("result.json"))
        }
    }

    private func text(_ key: String, on host: S3ArtifactStore) throws -> String? {
        try host.open(key).map {
            String(decoding: try $0.file("result.json").bytes(), as: UTF8.self)
        }
    }

    @Test func otherHostsFindArtifacts() throws {
        try store("made", as: "a", on: host("1"))
        #expect(try text("a", on: host("2")) == "made")
        #expect(try text("b", on: host("2")) == nil)
        // The copy is read afterwards.
        bucket.setFailure { _ in .before(403) }
        #expect(try text("a", on: host("2")) == "made")
    }

    /// A host that is killed before the last request has made nothing that others find.
    @Test func artifactExistsOnceItsListDoes() throws {
        let one = try host("1")
        bucket.setFailure {
            $0.key == "jobs/1/artifacts/a.json" && $0.isChange ? .before(403) : nil
        }
        #expect(throws: StorageError.self) { try store("lost", as: "a", on: one) }
        bucket.setFailure(nil)
        #expect(try text("a", on: host("2")) == nil)
        try store("made", as: "a", on: host("2"))
        #expect(try text("a", on: host("1")) == "made")
    }

    @Test func removedArtifactsAreRemovedForOtherHosts() throws {
        let one = try host("1")
        try store("made", as: "a", on: one)
        try one.remove("a")
        #expect(try text("a", on: host("2")) == nil)
    }

    /// A file that is too large for the list has an object of its own.
    @Test func otherBytesAreNotRead() throws {
        try host("1").make("a") { draft in
            let bytes = [UInt8](repeating: 1, count: Int(ArtifactList.largestContent) + 1)
            try DraftFile.write(bytes, to: draft.path.appending("tiles.yuv"))
        }
        let file = try #require(bucket.objects.keys.first { $0.hasSuffix("/tiles.yuv") })
        var bytes = try #require(bucket.objects[file])
        bytes[0] = 2
        bucket.put(bytes, file)
        #expect(throws: StorageError.self) { try host("2").open("a") }
    }

    // MARK: Published files

    /// Stores a segment that is published unchanged, with its result.
    private func store(segment: String, on host: S3ArtifactStore) throws -> [String: PlacedFile] {
        try host.store("s") { draft in
            try DraftFile.write(Array(segment.utf8), to: draft.path.appending("720p-3.m4s"))
            try DraftFile.write(Array("result".utf8), to: draft.path.appending("result.json"))
            return ["720p-3.m4s": "video/720p/00003.m4s"]
        }
    }

    @Test func publishedFileIsWrittenToItsPathOnly() throws {
        let placed = try store(segment: "media", on: host("1"))
        let file = try #require(placed["720p-3.m4s"])
        #expect(file.path == "video/720p/00003.m4s")
        #expect(bucket.objects["packages/clip/video/720p/00003.m4s"] == Array("media".utf8))
        #expect(bucket.objects.keys.filter { $0.hasPrefix("jobs/") } == ["jobs/1/artifacts/s.json"])
        #expect(bucket.privateKeys == ["packages/.vtranscode/names/clip"])
        let headers = bucket.headers(of: "packages/clip/video/720p/00003.m4s")
        #expect(headers?["Cache-Control"]?.contains("immutable") == true)
    }

    /// Another host needs the record only, until work reads the file.
    @Test func publishedFileIsFetchedWhenItIsOpened() throws {
        let placed = try store(segment: "media", on: host("1"))
        let reads = Mutex(0)
        bucket.setFailure { call in
            if call.key.hasSuffix(".m4s") { reads.withLock { $0 += 1 } }
            return nil
        }
        let other = try host("2")
        guard case .record(let record) = try other.find("s") else {
            Issue.record("no record")
            return
        }
        #expect(record.placed == placed)
        #expect(record.sizes == ["720p-3.m4s": 5, "result.json": 6])
        #expect(record.contents["result.json"] == Array("result".utf8))
        #expect(reads.withLock(\.self) == 0)
        let folder = try #require(try other.open("s"))
        #expect(try folder.file("720p-3.m4s").bytes() == Array("media".utf8))
        #expect(reads.withLock(\.self) > 0)
    }

    /// Garbage collection and other builds may remove or replace the file: then the segment is made again.
    @Test(arguments: [nil, "other", "longer than it was"])
    func missingPublishedFileIsReported(content: String?) throws {
        let placed = try store(segment: "media", on: host("1"))
        let draft = try bucket.destination().draft()
        #expect(try draft.missing(Array(placed.values)) == nil)
        let key = "packages/clip/video/720p/00003.m4s"
        if let content {
            bucket.put(Array(content.utf8), key)
        } else {
            bucket.remove(key)
        }
        #expect(try draft.missing(Array(placed.values)) == placed["720p-3.m4s"])
    }

    @Test func packageHasThePublishedFilesOfItsArtifacts() throws {
        let placed = try store(segment: "media", on: host("1"))
        let destination = try bucket.destination()
        let package = try destination.draft().stage(
            folder.package(), placed: Array(placed.values))
        try destination.commit(package, as: "clip", replacing: false)
        #expect(bucket.hasPackage())
        #expect(bucket.files(of: "clip").contains("video/720p/00003.m4s"))
    }

    @Test func expiredLeaseWritesNothing() throws {
        let writer = PackageWriter(job: "job", attempt: "tasks") { () throws(StorageError) in
            throw .leaseExpired(Location("out"))
        }
        let late = try bucket.artifacts(in: folder("late"), by: writer)
        #expect(throws: StorageError.self) { try store(segment: "media", on: late) }
        #expect(bucket.objects.isEmpty)
    }

    /// A job whose name has got another owner changes none of its objects.
    @Test func staleJobWritesNothing() throws {
        let stale = try host("1")
        _ = try bucket.destination().draft(job: "other")
        #expect(throws: StorageError.self) { try store(segment: "media", on: stale) }
        #expect(bucket.files(of: "clip").isEmpty)
    }

    /// A list with a path out of the artifact, or no list at all.
    @Test(arguments: [
        #"{"attempt":"1","files":[{"path":"../x","size":1,"sha256":"0"}]}"#,
        #"{"attempt":"../1","files":[]}"#, "no list",
        #"{"attempt":"1","files":[{"path":"x","placedAt":"../x","size":1,"sha256":"0"}]}"#,
        #"{"attempt":"1","files":[{"content":"AA==","path":"x","size":7,"sha256":"0"}]}"#,
    ])
    func invalidListIsNoArtifact(list: String) throws {
        bucket.put(Array(list.utf8), "jobs/1/artifacts/a.json")
        let found = try? host("1").open("a")
        #expect(found == nil)
        #expect(!FileManager.default.fileExists(atPath: folder("x").string))
    }
}
