import Foundation
import SystemPackage
import Synchronization
import TestSupport
import Testing

@testable import S3
@testable import Storage

/// Packages in a bucket, beside the contract of `PackageDestination`.
@Suite(.timeLimit(.minutes(10))) struct S3DestinationTests {
    let folder: TemporaryFolder
    let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func error(_ body: () throws -> Void) -> StorageError? {
        #expect(throws: StorageError.self, performing: body)
    }

    /// Publishes a package.
    private func publish(
        _ text: String = "new", as name: String = "clip", job: String = "job"
    ) throws {
        let destination = try bucket.destination()
        let package = try destination.draft(name, job: job).stage(folder.package(text))
        try destination.commit(package, as: name, replacing: false)
    }

    // MARK: Drafts

    @Test func reservationIsRecorded() throws {
        _ = try bucket.destination().draft(job: "j", attempt: "7")
        let text = try #require(bucket.objects["packages/.vtranscode/names/clip"])
        let value = try #require(
            JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
        #expect(value["schema"] as? Int == 1)
        #expect(value["state"] as? String == "reserved")
        #expect(value["job"] as? String == "j")
        #expect(value["attempt"] as? String == "7")
        #expect(value["time"] as? Double == bucket.now)
    }

    @Test func oneOfManyJobsGetsTheName() throws {
        let destinations = try (0..<64).map { _ in try bucket.destination() }
        let errors = Mutex<[StorageError?]>([])
        DispatchQueue.concurrentPerform(iterations: 64) { job in
            do throws(StorageError) {
                _ = try destinations[job].draft(job: "job-\(job)")
                errors.withLock { $0.append(nil) }
            } catch {
                errors.withLock { $0.append(error) }
            }
        }
        let outcomes = errors.withLock(\.self)
        #expect(outcomes.count == 64)
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.compactMap { $0 }.allSatisfy { $0.kind == .locked })
    }

    @Test func attemptsOfOneJobHaveTheNameTogether() throws {
        let destinations = try (0..<16).map { _ in try bucket.destination() }
        let errors = Mutex<[StorageError]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { attempt in
            do throws(StorageError) {
                _ = try destinations[attempt].draft(attempt: "\(attempt)")
            } catch {
                errors.withLock { $0.append(error) }
            }
        }
        #expect(errors.withLock(\.self) == [])
    }

    @Test func publishedNameIsTaken() throws {
        try publish()
        let error = error { _ = try bucket.destination().draft(job: "other") }
        #expect(error?.kind == .exists)
        #expect(bucket.privateKeys == [])
        #expect(bucket.hasPackage())
    }

    @Test func nameOfOtherObjectsIsTaken() throws {
        bucket.put([1], "packages/clip/holiday.mov")
        let destination = try bucket.destination()
        #expect(try !destination.isFree("clip"))
        #expect(error { _ = try destination.draft() }?.kind == .exists)
        #expect(bucket.objects == ["packages/clip/holiday.mov": [1]])
    }

    @Test func removedNameIsReservedForAWhile() throws {
        let destination = try bucket.destination()
        _ = try destination.draft()
        try destination.discardDraft(of: "clip", job: "job")
        bucket.now += 600
        for job in ["job", "other"] {
            let error = error { _ = try destination.draft(job: job) }
            #expect(error?.kind == .recentlyRemoved(seconds: 1200))
            #expect(error?.code == .locked)
        }
        bucket.now += 1200
        _ = try destination.draft(job: "other")
    }

    @Test func serverWithoutConditionsIsRefused() throws {
        let bucket = try MemoryBucket(ignoresConditions: true)
        let error = error { _ = try bucket.destination().draft() }
        #expect(error?.message.contains("NO_CONDITIONAL_WRITES") == true)
        let client = try bucket.client(BucketSettings(sendsConditions: false))
        let destination = S3Destination(prefix: "packages", client: client)
        let package = try destination.draft("other").stage(folder.package())
        try destination.commit(package, as: "other", replacing: false)
        #expect(bucket.hasPackage(as: "other"))
    }

    // MARK: Writing

    @Test func mediaIsWrittenOnceAndBeforeTheCommitOnly() throws {
        let destination = try bucket.destination()
        let draft = try destination.draft()
        let built = try folder.package()
        for file in ["video/0.m4s", "video/playlist.m3u8"] {
            try draft.write(RegularFile(built.appending(FilePath(file).components)), to: file)
        }
        let package = try draft.stage(built)
        #expect(!FileManager.default.fileExists(atPath: built.string))
        let media: Set = ["audio/0.m4s", "video/0.m4s", "video/1.m4s"]
        #expect(bucket.files(of: "clip") == media)
        for file in media {
            #expect(bucket.changes.filter { $0 == "PUT packages/clip/\(file)" }.count == 1)
        }
        #expect(try destination.names() == [])
        try destination.commit(package, as: "clip", replacing: false)
        #expect(bucket.hasPackage())
        #expect(bucket.privateKeys == [])
        #expect(try destination.names() == ["clip"])
        #expect(destination.location(of: "clip").description == "s3://bucket/packages/clip")
    }

    /// What a failed run removes must not be written afterwards.
    @Test func stoppedDraftWritesNothingMore() throws {
        let destination = try bucket.destination()
        let draft = try destination.draft()
        let built = try folder.package()
        for segment in 0..<2 {
            let path = "video/\(segment).m4s"
            try draft.write(RegularFile(built.appending(FilePath(path).components)), to: path)
        }
        draft.stop()
        try destination.discardDraft(of: "clip", job: "job")
        #expect(bucket.files(of: "clip") == [])
        let error = error {
            try draft.write(
                RegularFile(built.appending("audio").appending("0.m4s")), to: "audio/0.m4s")
        }
        #expect(error?.errno == ECANCELED)
        #expect(bucket.files(of: "clip") == [])
    }

    @Test func manifestIsCommittedLast() throws {
        try publish()
        let order = bucket.changes.filter { $0.hasPrefix("PUT packages/clip/") }
            .map { String($0.dropFirst("PUT packages/clip/".count)) }
        #expect(Set(order[..<3]) == ["audio/0.m4s", "video/0.m4s", "video/1.m4s"])
        #expect(Set(order[3..<5]) == ["audio/playlist.m3u8", "video/playlist.m3u8"])
        #expect(order[5...] == ["master.m3u8", "manifest.json"])
    }

    @Test(arguments: [
        ("video/720p/0.m4s", "video/mp4", "public, max-age=31536000, immutable"),
        ("audio/en/init.mp4", "audio/mp4", "public, max-age=31536000, immutable"),
        ("video/720p/0.ts", "video/mp2t", "public, max-age=31536000, immutable"),
        ("captions/en/0.vtt", "text/vtt; charset=utf-8", "public, max-age=31536000, immutable"),
        ("thumbnails/poster.jpg", "image/jpeg", "public, max-age=31536000, immutable"),
        (
            "master.m3u8", "application/vnd.apple.mpegurl",
            "public, max-age=60, stale-while-revalidate=600"
        ),
        ("manifest.json", "application/json", "no-cache"),
    ])
    func headersAreThoseOfServing(_ path: String, _ type: String, _ cache: String) {
        #expect(
            ObjectHeaders(package: FilePath(path))
                == ObjectHeaders(contentType: type, cacheControl: cache))
    }

    @Test func readersReceiveHeaders() throws {
        try publish()
        #expect(
            bucket.headers(of: "packages/clip/video/0.m4s") == [
                "Content-Type": "video/mp4", "Cache-Control": "public, max-age=31536000, immutable",
            ])
        #expect(
            ObjectHeaders(package: "download.mp4")
                == ObjectHeaders(
                    contentType: "video/mp4", cacheControl: "public, max-age=31536000, immutable",
                    contentDisposition: "attachment"))
    }

    @Test func stagingThrowsTheErrorOfAnEarlierWrite() throws {
        let draft = try bucket.destination().draft()
        bucket.setFailure { $0.key.hasSuffix("0.m4s") ? .before(403) : nil }
        let built = try folder.package()
        try draft.write(RegularFile(built.appending("video").appending("0.m4s")), to: "video/0.m4s")
        let error = error { _ = try draft.stage(built) }
        #expect(error?.message.contains("ACCESS_DENIED") == true)
        #expect(error?.message.contains("s3:PutObject") == true)
        #expect(bucket.files(of: "clip").isDisjoint(with: ["manifest.json", "master.m3u8"]))
    }

    @Test func otherBytesAreReplaced() throws {
        let destination = try bucket.destination()
        let draft = try destination.draft()
        bucket.put(Array("old".utf8), "packages/clip/video/0.m4s")
        bucket.put(Array("new audio/0.m4s".utf8), "packages/clip/audio/0.m4s")
        try destination.commit(draft.stage(folder.package()), as: "clip", replacing: false)
        #expect(bucket.hasPackage())
        #expect(bucket.changes.filter { $0 == "PUT packages/clip/video/0.m4s" }.count == 2)
        #expect(bucket.changes.filter { $0 == "PUT packages/clip/audio/0.m4s" }.count == 1)
    }

    /// Repeated requests, too, as those after a response of status 500.
    @Test func leaseIsCheckedBeforeEachChange() throws {
        let checks = Mutex(0)
        let writer = PackageWriter(job: "job", attempt: "1") { () throws(StorageError) in
            checks.withLock { $0 += 1 }
        }
        let failed = Mutex<Set<String>>([])
        bucket.setFailure { call in
            call.isChange && failed.withLock { $0.insert(call.key).inserted } ? .after(500) : nil
        }
        let draft = try bucket.destination().draft("clip", by: writer, at: "unused")
        _ = try draft.stage(folder.package())
        #expect(checks.withLock(\.self) == bucket.changes.count)
        #expect(bucket.changes.count > 16)
    }

    @Test func lostLeaseEndsWriting() throws {
        let isLost = Mutex(false)
        let lost = StorageError("check lease", "lease", 1, kind: .locked)
        let writer = PackageWriter(job: "job", attempt: "1") { () throws(StorageError) in
            if isLost.withLock(\.self) { throw lost }
        }
        let draft = try bucket.destination().draft("clip", by: writer, at: "unused")
        isLost.withLock { $0 = true }
        #expect(error { _ = try draft.stage(folder.package()) } == lost)
        #expect(bucket.files(of: "clip") == [])
    }

    @Test func packageWithoutManifestIsRefused() throws {
        let draft = try bucket.destination().draft()
        try folder.write("a", to: "built/video/0.m4s")
        #expect(error { _ = try draft.stage(folder("built")) }?.errno == ENOENT)
    }

    // MARK: Commit

    @Test func missingMediaIsNotCommitted() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        try bucket.client().delete("packages/clip/video/1.m4s")
        let error = error { try destination.commit(package, as: "clip", replacing: false) }
        #expect(error?.message.contains("WRITE_UNCONFIRMED") == true)
        #expect(error?.location.description == "s3://bucket/packages/clip/video/1.m4s")
        #expect(bucket.files(of: "clip") == ["audio/0.m4s", "video/0.m4s"])
        #expect(try destination.rollBack(package, from: "clip") == .rolledBack)
        #expect(bucket.files(of: "clip") == [])
    }

    @Test(arguments: [false, true])
    func publishedPackageIsNotReplaced(isReplacing: Bool) throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package("old"))
        bucket.put(Array("other".utf8), "packages/clip/manifest.json")
        let error = error { try destination.commit(package, as: "clip", replacing: isReplacing) }
        #expect(error?.kind == .exists)
        #expect(error?.advice == "choose another name")
        #expect(bucket.objects["packages/clip/manifest.json"] == Array("other".utf8))
    }

    @Test func packageIsCommittedUnderItsOwnNameOnly() throws {
        let destination = try bucket.destination()
        let package = try destination.draft().stage(folder.package())
        #expect(
            error { try destination.commit(package, as: "other", replacing: false) }?.errno
                == EINVAL)
        #expect(bucket.files(of: "other") == [])
    }

    @Test func discardedDraftOfAnotherJobStays() throws {
        let destination = try bucket.destination()
        let package = try destination.draft(job: "b").stage(folder.package())
        try destination.discardDraft(of: "clip", job: "a")
        try destination.discardDraft(of: "none", job: "a")
        try destination.commit(package, as: "clip", replacing: false)
        #expect(bucket.hasPackage())
    }

    @Test func commitThatHasBegunIsCompletedByRollBackAndDiscard() throws {
        for isDiscarded in [false, true] {
            let bucket = try MemoryBucket()
            let package = try bucket.destination().draft().stage(folder.package())
            // The reservation says that the commit is certain; its process was killed then.
            bucket.setFailure { $0.key.hasSuffix(".m3u8") && $0.isChange ? .before(403) : nil }
            _ = error { try bucket.destination().commit(package, as: "clip", replacing: false) }
            #expect(!bucket.files(of: "clip").contains("manifest.json"))
            bucket.setFailure(nil)
            if isDiscarded {
                try bucket.destination().discardDraft(of: "clip", job: "job")
            } else {
                let outcome = try bucket.destination().rollBack(package, from: "clip")
                #expect(outcome == .committed)
            }
            #expect(bucket.hasPackage())
            #expect(bucket.privateKeys == [])
        }
    }

    // MARK: Removal

    @Test func removalBeginsWithTheManifest() throws {
        try publish()
        let count = bucket.changes.count
        let destination = try bucket.destination()
        try destination.remove("clip")
        let removed = bucket.changes[count...].filter { $0.hasPrefix("DELETE packages/clip/") }
            .map { String($0.dropFirst("DELETE packages/clip/".count)) }
        #expect(removed[..<2] == ["manifest.json", "master.m3u8"])
        #expect(Set(removed[2..<4]) == ["audio/playlist.m3u8", "video/playlist.m3u8"])
        #expect(Set(removed[4...]) == ["audio/0.m4s", "video/0.m4s", "video/1.m4s"])
        #expect(bucket.files(of: "clip") == [])
        #expect(error { try destination.remove("clip") }?.errno == ENOENT)
        #expect(
            error { _ = try destination.draft() }?.kind == .recentlyRemoved(seconds: 1800))
    }

    @Test func nameWithoutManifestIsNotRemoved() throws {
        _ = try bucket.destination().draft()
        bucket.put([1], "packages/clip/video/0.m4s")
        bucket.put([1], "packages/other/holiday.mov")
        for name in ["clip", "other", "none"] {
            #expect(error { try bucket.destination().remove(name) }?.errno == ENOENT)
        }
        #expect(bucket.objects.count == 3)
    }

    // MARK: Delayed requests

    enum Moment: CaseIterable { case reserved, staged, committed }

    /// A worker is suspended between the signature and the sending of a request, as tombstones of no duration allow.
    @Test(arguments: Moment.allCases)
    func delayedWriteLeavesTheNextPackageIntact(moment: Moment) throws {
        let calls = Mutex<[MemoryBucket.Call]>([])
        let old = try bucket.destination(tombstoneLifetime: 0)
        let draft = try old.draft(job: "old")
        bucket.setFailure { call in
            guard call.method == "PUT", call.key.hasSuffix("/video/0.m4s") else { return nil }
            calls.withLock { $0.append(call) }
            return .before(403)
        }
        _ = error { _ = try draft.stage(folder.package("old")) }
        bucket.setFailure(nil)
        try old.discardDraft(of: "clip", job: "old")
        let seen = calls.withLock { $0.first }
        let delayed = try #require(seen)
        let destination = try bucket.destination(tombstoneLifetime: 0)
        let next = try destination.draft(job: "next")
        if moment == .reserved { bucket.execute(delayed) }
        let package = try next.stage(folder.package())
        if moment == .staged { bucket.execute(delayed) }
        try destination.commit(package, as: "clip", replacing: false)
        if moment == .committed { bucket.execute(delayed) }
        #expect(bucket.hasPackage())
        #expect(bucket.files(of: "clip") == TemporaryFolder.packageFiles)
    }
}
