import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import S3
@testable import Storage

@Suite(.timeLimit(.minutes(10))) struct GarbageCollectionTests {
    static let day = 24 * 3600.0

    let folder: TemporaryFolder
    let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func collect(_ age: Double = day) throws -> GarbageReport {
        try bucket.destination().collectGarbage(olderThan: age)
    }

    private func publish(_ name: String, in bucket: MemoryBucket) throws {
        let destination = try bucket.destination()
        let package = try destination.draft(name, job: "job-\(name)").stage(folder.package())
        try destination.commit(package, as: name, replacing: false)
    }

    /// Writes what a job has before its package is built.
    private func begin(_ name: String, job: String, in bucket: MemoryBucket) throws {
        _ = try bucket.destination().draft(name, job: job)
        bucket.put([1, 2], "packages/\(name)/video/0.m4s")
        bucket.put([1], "packages/.vtranscode/staged/\(name)/\(job)/1/files.json")
        bucket.put([1], "packages/.vtranscode/jobs/\(job)/probe/info.json")
        bucket.beginUpload("packages/\(name)/video/1.m4s")
    }

    @Test func artifactsOfAnotherPlaceAreRemoved() throws {
        _ = try bucket.destination().draft(job: "active")
        for job in ["stale", "active"] {
            bucket.put([1], "private/jobs/x/\(job)/artifacts/a.json")
        }
        bucket.beginUpload("private/jobs/x/stale/artifacts/a/1/tiles.yuv")
        bucket.put([1], "private/jobs/y/stale/artifacts/a.json")
        let destination = S3Destination(
            prefix: "packages", client: try bucket.client(),
            workspace: (try bucket.client(), "private/jobs/x/"))
        #expect(try destination.collectGarbage(olderThan: Self.day).jobs == 0)
        bucket.now += Self.day
        bucket.put([1], "packages/clip/video/0.m4s")
        let report = try destination.collectGarbage(olderThan: Self.day)
        #expect((report.jobs, report.uploads) == (1, 1))
        let keys = bucket.objects.keys.filter { $0.hasPrefix("private/") }.sorted()
        #expect(
            keys == [
                "private/jobs/x/active/artifacts/a.json", "private/jobs/y/stale/artifacts/a.json",
            ])
    }

    @Test func leftoversOfAStaleJobAreRemoved() throws {
        try begin("clip", job: "a", in: bucket)
        let objects = bucket.objects
        bucket.now += Self.day - 1
        #expect(try collect() == GarbageReport())
        #expect(bucket.objects == objects)
        bucket.now += 1
        let report = try collect()
        #expect(report == GarbageReport(packages: 1, jobs: 1, objects: 3, bytes: 4, uploads: 1))
        #expect(bucket.privateKeys == ["packages/.vtranscode/names/clip"])
        #expect(bucket.uploads == [])
        // A request that was delayed, which only the tombstone shows to be garbage.
        bucket.put([1], "packages/clip/video/1.m4s")
        bucket.now += Self.day
        #expect(try collect() == GarbageReport(tombstones: 1, objects: 1, bytes: 1))
        #expect(bucket.objects == [:])
    }

    @Test func publishedPackagesAndObjectsOfOthersStay() throws {
        try publish("clip", in: bucket)
        bucket.put([1], "packages/holidays/beach.mov")
        bucket.put([1], "packages/index.json")
        bucket.put([1], "packages/.vtranscode/names/.hidden")
        bucket.put([1], "packages-2/clip/video/0.m4s")
        bucket.beginUpload("packages-2/clip/video/1.m4s")
        let objects = bucket.objects
        bucket.now += 100 * Self.day
        #expect(try collect(0) == GarbageReport())
        #expect(bucket.objects == objects)
        #expect(bucket.uploads == ["packages-2/clip/video/1.m4s"])
    }

    enum Renewal: CaseIterable { case reservation, media, artifact }

    @Test(arguments: Renewal.allCases)
    func jobThatWritesStays(renewal: Renewal) throws {
        try begin("clip", job: "a", in: bucket)
        bucket.now += Self.day
        switch renewal {
        case .reservation: _ = try bucket.destination().draft("clip", job: "a", attempt: "2")
        case .media: bucket.put([3], "packages/clip/video/1.m4s")
        case .artifact: bucket.put([3], "packages/.vtranscode/jobs/a/chunk-1/0")
        }
        let objects = bucket.objects
        #expect(try collect() == GarbageReport(uploads: 1))
        #expect(bucket.objects == objects)
    }

    @Test func artifactsWithoutANameAreRemoved() throws {
        bucket.put([1], "packages/.vtranscode/jobs/a/old")
        bucket.put([1], "packages/.vtranscode/jobs/b/old")
        bucket.put([1], "packages/.vtranscode/staged/clip/c/1/files.json")
        bucket.now += Self.day
        bucket.put([1], "packages/.vtranscode/jobs/b/new")
        #expect(try collect() == GarbageReport(jobs: 1, objects: 2, bytes: 2))
        #expect(
            bucket.privateKeys
                == ["new", "old"].map { "packages/.vtranscode/jobs/b/\($0)" })
    }

    @Test func interruptedCommitIsCompleted() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        bucket.setFailure { $0.key.hasSuffix("/master.m3u8") && $0.isChange ? .before(403) : nil }
        #expect(throws: StorageError.self) {
            try destination.commit(package, as: "clip", replacing: false)
        }
        bucket.setFailure(nil)
        bucket.now += Self.day
        #expect(try collect() == GarbageReport(commits: 1))
        #expect(bucket.hasPackage())
        #expect(bucket.privateKeys == [])
    }

    @Test func interruptedEndOfACommitIsCompleted() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        bucket.setFailure { $0.method == "DELETE" ? .before(403) : nil }
        #expect(throws: StorageError.self) {
            try destination.commit(package, as: "clip", replacing: false)
        }
        bucket.setFailure(nil)
        #expect(bucket.privateKeys != [])
        bucket.now += Self.day
        _ = try collect()
        #expect(bucket.hasPackage())
        #expect(bucket.privateKeys == [])
    }

    @Test func versionsAndDeleteMarkersAreRemoved() throws {
        let bucket = try MemoryBucket(isVersioned: true)
        try begin("clip", job: "a", in: bucket)
        let destination = try bucket.destination(tombstoneLifetime: 0)
        try destination.discardDraft(of: "clip", job: "a")
        #expect(bucket.versionCount > 6)
        let report = try destination.collectGarbage(olderThan: 0)
        #expect(report.failures == [])
        #expect(report.tombstones == 1)
        #expect(bucket.versionCount == 0)
    }

    @Test func versionsOfPublishedPackagesStay() throws {
        let bucket = try MemoryBucket(isVersioned: true)
        try publish("clip", in: bucket)
        bucket.put([1], "packages/clip/manifest.json")
        bucket.now += Self.day
        let count = bucket.versionCount
        #expect(try bucket.destination().collectGarbage() == GarbageReport())
        #expect(bucket.versionCount == count)
    }

    @Test func unreadableReservationIsReported() throws {
        for name in ["a", "b", "c"] { try begin(name, job: "job-\(name)", in: bucket) }
        bucket.put([1], "packages/.vtranscode/names/b")
        bucket.now += Self.day
        let report = try collect()
        #expect(report.packages == 2)
        #expect(
            report.failures.map(\.location.description) == [
                "s3://bucket/packages/.vtranscode/names/b"
            ])
        #expect(bucket.files(of: "b") == ["video/0.m4s"])
        #expect(bucket.files(of: "c") == [])
    }

    /// Objects of one page are removed before the next but one is requested: memory does not depend on their number.
    @Test func listingIsStreamed() throws {
        for index in 10_000..<13_000 {
            bucket.put([], "packages/.vtranscode/jobs/a/\(index)")
        }
        let removals = Mutex<[(page: String, removed: Int)]>([])
        let count = Mutex(0)
        bucket.setFailure { call in
            if call.method == "DELETE" { count.withLock { $0 += 1 } }
            if let token = call.query["continuation-token"] {
                removals.withLock { $0.append((token, count.withLock(\.self))) }
            }
            return nil
        }
        bucket.now += Self.day
        #expect(try collect() == GarbageReport(jobs: 1, objects: 3000))
        #expect(bucket.objects == [:])
        // The last listing is that of the removal.
        let last = try #require(removals.withLock(\.self).last)
        #expect(last.page.hasSuffix("/11999"))
        #expect(last.removed >= 1900)
    }
}
