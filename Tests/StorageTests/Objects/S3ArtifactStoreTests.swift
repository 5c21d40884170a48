import Foundation
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
        try host.store(key) { draft in
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

    @Test func otherBytesAreNotRead() throws {
        try store("made", as: "a", on: host("1"))
        let file = try #require(bucket.objects.keys.first { $0.hasSuffix("/result.json") })
        bucket.put(Array("evil".utf8), file)
        #expect(throws: StorageError.self) { try host("2").open("a") }
    }

    /// A list with a path out of the artifact, or no list at all.
    @Test(arguments: [
        #"{"attempt":"1","files":[{"path":"../x","size":1,"sha256":"0"}]}"#,
        #"{"attempt":"../1","files":[]}"#, "no list",
    ])
    func invalidListIsNoArtifact(list: String) throws {
        bucket.put(Array(list.utf8), "jobs/1/artifacts/a.json")
        let found = try? host("1").open("a")
        #expect(found == nil)
        #expect(!FileManager.default.fileExists(atPath: folder("x").string))
    }
}
