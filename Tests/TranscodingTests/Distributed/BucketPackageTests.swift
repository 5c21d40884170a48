import Foundation
import Logging
internal import MediaSandbox
import MediaModel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Transcoding

/// Packages of a bucket, made of uploads in it by hosts without a common folder.
@Suite(.timeLimit(.minutes(10))) struct BucketPackageTests {
    private let folder: TemporaryFolder
    private let bucket: MemoryBucket
    private let clip: DistributedClip

    init() async throws {
        folder = try TemporaryFolder("bucket-package")
        bucket = try MemoryBucket()
        clip = try await DistributedClip.shared.value
        bucket.put(Array(try Data(contentsOf: clip.upload)), "in/clip.mp4")
        let captions = clip.upload.deletingLastPathComponent().appending(path: "clip.en.srt")
        bucket.put(Array(try Data(contentsOf: captions)), "in/clip.en.srt")
    }

    /// The stores of a host, which has nothing in common with others but the bucket.
    private func storage(_ host: String, workspace: String? = nil) throws -> StorageRegistry {
        var settings = RemoteStores.Settings(cacheFolder: folder.file(host).filePath)
        if let workspace, case .object(let prefix) = try Location(checking: workspace).kind {
            settings.workspace = prefix
        }
        return try storage(settings)
    }

    private func storage(_ settings: RemoteStores.Settings) throws -> StorageRegistry {
        StorageRegistry(
            remote: try RemoteStores(
                environment: [
                    "AWS_ACCESS_KEY_ID": "AKTEST", "AWS_SECRET_ACCESS_KEY": "secret",
                    "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": bucket.url,
                    "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
                ], bucketSettings: nil, userAgent: "test",
                settings: settings))
    }

    private func transcoder(
        _ host: String, workspace: String? = nil
    ) throws -> DistributedTranscoder {
        DistributedTranscoder(
            jobs: 2, memory: 2 << 30, storage: try storage(host, workspace: workspace),
            sandboxMode: .none, logger: Logger(label: "test"))
    }

    private var request: PackageRequest {
        get throws {
            PackageRequest(
                id: "1", upload: try Location(checking: "s3://bucket/in/clip.mp4"),
                output: try Location(checking: "s3://bucket/out"), name: "clip",
                preset: DistributedClip.preset())
        }
    }

    /// The differences from the package of a local run, apart from the manifest and the index.
    private func differences() async throws -> [String] {
        let copy = try folder.folder("copy-\(UUID().uuidString)")
        for (key, bytes) in bucket.objects where key.hasPrefix("out/clip/") {
            let file = copy.appending(path: String(key.dropFirst("out/".count)))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let found = try await FileTree.digests(of: copy)
        let expected = try await clip.run()
        #expect(Set(found.keys) == Set(expected.keys))
        return FileTree.differences(found, expected).filter { !$0.contains("manifest.json") }
    }

    private var privateKeys: [String] {
        bucket.objects.keys.filter { $0.hasPrefix("out/.vtranscode/") }
    }

    @Test func hostsShareTheWorkByTheBucket() async throws {
        let request = try request
        try await transcoder("a").encode(request, chunks: 0..<2)
        try await transcoder("b").encode(request, chunks: 2..<4)
        // Segments are at their keys before the package is built, which reads only those that the download is joined of.
        let media = bucket.objects.keys.filter { $0.hasPrefix("out/clip/video/90p") }
        #expect(media.count == 5)
        let reads = Mutex<Set<String>>([])
        bucket.setFailure { call in
            if media.contains(call.key) { reads.withLock { _ = $0.insert(call.key) } }
            return nil
        }
        let built = try await transcoder("c").build(request, attempt: "1")
        #expect(reads.withLock(\.self) == [])
        bucket.setFailure(nil)
        #expect(try built.isStaged(in: storage("d")))
        // Segments that other hosts made are not made again.
        try built.commit(in: storage("d"))
        #expect(try await differences() == [])
        let bytes = try #require(bucket.objects["out/clip/manifest.json"])
        let manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let work = try #require(manifest["work"] as? [String: Any])
        #expect(work["reused"] as? Int == 4)
        #expect((manifest["upload"] as? [String: Any])?["sha256"] is NSNull)
        try DistributedTranscoder.cleanUp(
            folder: "1", output: request.output, in: storage("c"))
        #expect(privateKeys == [])
    }

    /// Segments that garbage collection has removed are made again.
    @Test(arguments: ["180p/00002.m4s", "90p/00001.m4s"])
    func removedSegmentsAreMadeAgain(suffix: String) async throws {
        let request = try request
        try await transcoder("a").encode(request, chunks: 0..<4)
        let segment = try #require(bucket.objects.keys.first { $0.hasSuffix(suffix) })
        bucket.remove(segment)
        await #expect(throws: UploadError.self) {
            try await transcoder("b").build(request, attempt: "1")
        }
        let built = try await transcoder("b").build(request, attempt: "2")
        try built.commit(in: storage("b"))
        #expect(try await differences() == [])
    }

    @Test func artifactsMayHaveAPlaceOfTheirOwn() async throws {
        let (request, workspace) = (try request, "s3://bucket/private")
        try await transcoder("a", workspace: workspace).encode(request, chunks: 0..<4)
        #expect(privateKeys == ["out/.vtranscode/names/clip"])
        let artifacts = { bucket.objects.keys.filter { $0.hasPrefix("private/jobs/") } }
        #expect(artifacts().count > 8)
        let built = try await transcoder("b", workspace: workspace).build(request, attempt: "1")
        try built.commit(in: storage("b", workspace: workspace))
        #expect(try await differences() == [])
        try DistributedTranscoder.cleanUp(
            folder: "1", output: request.output, in: storage("b", workspace: workspace))
        #expect(artifacts() == [])
    }

    @Test func recentlyRemovedNameIsNotFree() async throws {
        let request = try request
        bucket.now = Date().timeIntervalSince1970
        #expect(try await transcoder("a").reserveName(of: request) == nil)
        try DistributedTranscoder.cleanUp(
            folder: "1", output: request.output, package: "clip", in: storage("a"))
        let seconds = try #require(try await transcoder("b").reserveName(of: request))
        #expect((1...1800).contains(seconds))
    }

    @Test func cleanupRemovesWhatIsNotPublished() async throws {
        let request = try request
        _ = try await transcoder("a").build(request, attempt: "1")
        #expect(bucket.objects.keys.contains { $0.hasPrefix("out/clip/") })
        try DistributedTranscoder.cleanUp(
            folder: "1", output: request.output, package: "clip", in: storage("b"))
        #expect(!bucket.objects.keys.contains { $0.hasPrefix("out/clip/") })
        // The tombstone.
        #expect(privateKeys == ["out/.vtranscode/names/clip"])
    }

    @Test func runPublishesInABucket() async throws {
        let options = RunOptions(
            storage: try storage("a"), output: try Location(checking: "s3://bucket/out"),
            name: "clip", preset: DistributedClip.preset(), jobs: 2, memory: 2 << 30, force: false,
            sandboxMode: .none)
        let logger = Logger(label: "test")
        let upload = try Location(checking: "s3://bucket/in/")
        let outcome = try await Pipeline(options, logger: logger).run([upload]) { _ in }
        #expect(outcome.results.count == 1)
        #expect(try await differences() == [])
        #expect(privateKeys == [])
        let again = try await Pipeline(options, logger: logger).run([upload]) { _ in }
        guard case .unchanged = again.results.first?.outcome else {
            Issue.record("\(again.results)")
            return
        }
    }
}
