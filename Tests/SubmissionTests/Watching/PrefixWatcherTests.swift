import Foundation
import JobModel
import JobQueue
import Logging
import Presets
@testable import Storage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Submission

/// A watched prefix of a bucket, whose server has a clock of its own.
@Suite(.timeLimit(.minutes(10))) struct PrefixWatcherTests {
    private let folder: TemporaryFolder
    private let bucket: MemoryBucket
    private let log = RecordedLog()

    init() throws {
        folder = try TemporaryFolder("prefix")
        bucket = try MemoryBucket()
    }

    private func store() async throws -> any QueueStore {
        try await QueueURL("sqlite:\(folder.file("queue.db").path)").open()
    }

    private var storage: StorageRegistry {
        get throws {
            StorageRegistry(
                remote: try RemoteStores(
                    environment: [
                        "AWS_ACCESS_KEY_ID": "AKTEST", "AWS_SECRET_ACCESS_KEY": "secret",
                        "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": bucket.url,
                        "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
                    ], bucketSettings: nil, userAgent: "test",
                    settings: RemoteStores.Settings(cacheFolder: folder.file("cache").filePath)))
        }
    }

    private func watcher(
        _ store: any QueueStore, preset: String = "hls-ladder", hasOrderedKeys: Bool = false
    ) throws -> PrefixWatcher {
        PrefixWatcher(
            try Location(checking: "s3://bucket/in"),
            settings: PrefixWatcher.Settings(interval: 0.01, hasOrderedKeys: hasOrderedKeys),
            request: WatchRequest(
                output: try Location(checking: "s3://bucket/out"), preset: try PresetText(preset),
                terms: SubmissionTerms()),
            storage: try storage, store: store, logger: log.logger)
    }

    /// The number of listings so far, which begin at their first page.
    private var listings: Int {
        bucket.requests.count { $0.target.contains("list-type=2") && !$0.target.contains("token") }
    }

    /// Waits until two listings have begun after now, so that a whole one lies between.
    private func waitForListing() async throws {
        let count = listings
        try await eventually { listings >= count + 2 }
    }

    /// Watches during a body, which gets the submissions so far: `key new` or `key known`.
    private func watch(
        _ watcher: PrefixWatcher,
        during body: (_ submissions: @Sendable () -> [String]) async throws -> Void
    ) async throws {
        let submissions = Record()
        let watching = Task {
            try await watcher.run { submissions.add($0, isNew: $1.isNew) }
        }
        do {
            try await body { submissions.texts }
        } catch {
            watching.cancel()
            throw error
        }
        watching.cancel()
        try await watching.value
    }

    private final class Record: Sendable {
        private let lines = Mutex<[String]>([])

        var texts: [String] { lines.withLock(\.self) }

        func add(_ location: Location, isNew: Bool) {
            let key = location.text.dropFirst("s3://bucket/in/".count)
            lines.withLock { $0.append("\(key) \(isNew ? "new" : "known")") }
        }
    }

    /// Keys with random names sort before those that were submitted.
    @Test func newObjectsAreSubmittedOnce() async throws {
        let store = try await store()
        bucket.put([1], "in/m.mp4")
        bucket.put([1], "other/a.mp4")
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions() == ["m.mp4 new"] }
            bucket.put([1], "in/a.mp4")
            try await eventually { submissions() == ["m.mp4 new", "a.mp4 new"] }
            try await waitForListing()
            #expect(submissions().count == 2)
            // Each object is asked for once.
            #expect(bucket.requests.count { $0.method == "HEAD" && $0.target.contains("mp4") } == 2)
        }
        let jobs = try await store.jobs(JobFilter())
        let payload = try #require(jobs.last.flatMap { JobPayload($0.payload) })
        #expect(payload.upload == "s3://bucket/in/m.mp4")
        #expect(payload.output == "s3://bucket/out")
        #expect(payload.contentIdentity?.contains("etag") == true)
        #expect(payload.captions == nil)
    }

    @Test func newVersionIsSubmitted() async throws {
        let store = try await store()
        bucket.put([1], "in/a.mp4")
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions().count == 1 }
            bucket.put([2], "in/a.mp4")
            try await eventually { submissions() == ["a.mp4 new", "a.mp4 new"] }
        }
        #expect(try await store.jobs(JobFilter()).count == 2)
    }

    /// The object's version, the preset and the output identify a submission; captions that appear later do not.
    @Test func restartSubmitsNothingTwice() async throws {
        let store = try await store()
        bucket.put([1], "in/a.mp4")
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions() == ["a.mp4 new"] }
        }
        bucket.put(Array("1".utf8), "in/a.srt")
        bucket.put([1], "in/b.mp4")
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions() == ["a.mp4 known", "b.mp4 new"] }
        }
        try await watch(watcher(store, preset: "shorts")) { submissions in
            try await eventually { submissions() == ["a.mp4 new", "b.mp4 new"] }
        }
        #expect(try await store.jobs(JobFilter()).count == 4)
    }

    /// Objects that are older than the previous listing by more than ten minutes are not examined.
    @Test func changesSinceThePreviousListingAreExamined() async throws {
        let store = try await store()
        let start = bucket.now
        try await watch(watcher(store)) { submissions in
            try await waitForListing()
            bucket.now = start - 601
            bucket.put([1], "in/old.mp4")
            bucket.now = start - 599
            bucket.put([1], "in/recent.mp4")
            bucket.now = start
            try await eventually { submissions() == ["recent.mp4 new"] }
            try await waitForListing()
            #expect(submissions() == ["recent.mp4 new"])
        }
    }

    @Test func orderedKeysAreListedAfterTheLastOne() async throws {
        let store = try await store()
        for key in ["in/1.mp4", "in/2.txt"] { bucket.put([1], key) }
        try await watch(watcher(store, hasOrderedKeys: true)) { submissions in
            try await eventually { submissions() == ["1.mp4 new"] }
            try await waitForListing()
            #expect(
                bucket.requests.last { $0.target.contains("list-type=2") }?
                    .target.contains("start-after=in%2F2.txt") == true)
            bucket.put([1], "in/0.mp4")
            bucket.put([1], "in/3.mp4")
            try await eventually { submissions() == ["1.mp4 new", "3.mp4 new"] }
        }
    }

    @Test func otherObjectsAreSkipped() async throws {
        let store = try await store()
        for key in [
            "in/.hidden.mp4", "in/a.srt", "in/b.mp4.part", "in/c.txt", "in/folder/",
            "in/clip/manifest.json", "in/clip/master.m3u8", "in/clip/video/0.mp4",
        ] { bucket.put([1], key) }
        bucket.put([], "in/empty.mp4")
        bucket.put([1], "in/z.mp4")
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions() == ["z.mp4 new"] }
        }
        let skipped = log.lines(at: .info).filter { $0.hasPrefix("object skipped") }
        #expect(skipped.contains { $0.contains("captions") && $0.contains("in/a.srt") })
        #expect(skipped.contains { $0.contains("it is empty") && $0.contains("in/empty.mp4") })
        #expect(skipped.contains { $0.contains("a package") && $0.contains("in/clip/video/0.mp4") })
        #expect(log.lines(at: .warning) == [])
    }

    /// The server fails in the middle of the work; nothing is left out, and one warning is logged.
    @Test func failuresAreRetried() async throws {
        let store = try await store()
        bucket.put([1], "in/a.mp4")
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions() == ["a.mp4 new"] }
            bucket.setFailure { $0.key.isEmpty ? .before(403) : nil }
            bucket.put([1], "in/b.mp4")
            try await eventually { log.count("could not list prefix") >= 2 }
            bucket.setFailure(nil)
            try await eventually { submissions() == ["a.mp4 new", "b.mp4 new"] }
        }
        #expect(log.messages(at: .warning) == ["could not list prefix, retrying"])
    }

    /// One object that cannot be read does not delay others.
    @Test func deniedObjectIsReported() async throws {
        let store = try await store()
        bucket.put([1], "in/a.mp4")
        bucket.put([1], "in/b.mp4")
        bucket.setFailure { $0.key == "in/a.mp4" ? .before(403) : nil }
        try await watch(watcher(store)) { submissions in
            try await eventually { submissions() == ["b.mp4 new"] }
        }
        let warnings = log.lines(at: .warning)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("s3:GetObject") == true)
    }

    @Test func prefixThatCannotBeListedEndsTheStart() async throws {
        bucket.setFailure { _ in .before(403) }
        let watcher = try watcher(await store())
        let error = await #expect(throws: StorageError.self) { try await watcher.run { _, _ in } }
        #expect(error?.reason.contains("s3:ListBucket") == true)
    }
}
