import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Storage

/// Processes that are killed between any two requests, or after one whose response they do not receive; another one continues.
@Suite(.timeLimit(.minutes(10))) struct InterruptionTests {
    enum Interruption: CaseIterable {
        /// The request is not executed, nor any later one of the process.
        case before
        /// The request is executed, and no later one.
        case after
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a body once for each of its requests, which is the last one of its process.
    ///
    /// `prepare` and `check` run before and after it, without failures. Returns the number of requests.
    private func interrupt<Value>(
        _ interruption: Interruption, tombstoneLifetime: Double = 0,
        prepare: (MemoryBucket, S3Destination) throws -> Value,
        body: (S3Destination, Value) throws -> Void,
        check: (MemoryBucket, S3Destination, Value, _ isComplete: Bool) throws -> Void
    ) throws -> Int {
        for count in 1...500 {
            let bucket = try MemoryBucket()
            let destination = {
                try bucket.destination(tombstoneLifetime: tombstoneLifetime)
            }
            let value = try prepare(bucket, destination())
            bucket.setFailure { call in
                // A permanent error, which is not retried.
                guard call.number >= count else { return nil }
                return interruption == .after && call.number == count ? .after(403) : .before(403)
            }
            let isComplete = (try? body(destination(), value)) != nil
            bucket.setFailure(nil)
            try check(bucket, destination(), value, isComplete)
            if isComplete { return count }
        }
        Issue.record("the process never ends")
        return 0
    }

    /// A name is complete, or has no manifest, and no playlist before all media.
    private func checkVisible(
        _ bucket: MemoryBucket, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let files = bucket.files(of: "clip")
        let isPublished = files.contains("manifest.json")
        #expect(!isPublished || bucket.hasPackage(), sourceLocation: sourceLocation)
        let media = TemporaryFolder.packageFiles.filter { $0.hasSuffix(".m4s") }
        let hasPlaylist = files.contains { $0.hasSuffix(".m3u8") }
        #expect(!hasPlaylist || files.isSuperset(of: media), sourceLocation: sourceLocation)
    }

    @Test(arguments: Interruption.allCases)
    func draftAndStageAreRepeated(interruption: Interruption) throws {
        let count = try interrupt(interruption) { _, _ in
        } body: { destination, _ in
            _ = try destination.draft().stage(folder.package())
        } check: { bucket, destination, _, _ in
            #expect(bucket.files(of: "clip").allSatisfy { $0.hasSuffix(".m4s") })
            let package = try destination.draft(attempt: "2").stage(folder.package())
            try destination.commit(package, as: "clip", replacing: false)
            #expect(bucket.hasPackage())
            #expect(bucket.privateKeys == [])
        }
        #expect(count > 15)
    }

    @Test(arguments: Interruption.allCases)
    func draftAndStageAreDiscarded(interruption: Interruption) throws {
        _ = try interrupt(interruption) { _, _ in
        } body: { destination, _ in
            _ = try destination.draft().stage(folder.package())
        } check: { bucket, destination, _, _ in
            try destination.discardDraft(of: "clip", job: "job")
            #expect(bucket.files(of: "clip") == [])
            #expect(bucket.privateKeys.allSatisfy { $0.hasSuffix("names/clip") })
            _ = try destination.draft(job: "other")
        }
    }

    @Test(arguments: Interruption.allCases)
    func commitIsRepeated(interruption: Interruption) throws {
        let count = try interrupt(interruption) { _, destination in
            try destination.draft().stage(folder.package())
        } body: { destination, package in
            try destination.commit(package, as: "clip", replacing: false)
        } check: { bucket, destination, package, _ in
            checkVisible(bucket)
            try destination.commit(package, as: "clip", replacing: false)
            #expect(bucket.hasPackage())
            #expect(bucket.privateKeys == [])
        }
        #expect(count > 20)
    }

    @Test(arguments: Interruption.allCases)
    func interruptedCommitIsRolledBackOrCompleted(interruption: Interruption) throws {
        _ = try interrupt(interruption) { _, destination in
            try destination.draft().stage(folder.package())
        } body: { destination, package in
            try destination.commit(package, as: "clip", replacing: false)
        } check: { bucket, destination, package, isComplete in
            switch try destination.rollBack(package, from: "clip") {
            case .committed: #expect(bucket.hasPackage())
            case .rolledBack:
                #expect(!isComplete)
                #expect(bucket.files(of: "clip") == [])
                _ = try destination.draft(job: "other")
                #expect(throws: StorageError.self) {
                    try destination.commit(package, as: "clip", replacing: false)
                }
                #expect(bucket.files(of: "clip") == [])
            }
        }
    }

    @Test(arguments: Interruption.allCases)
    func rollBackIsRepeated(interruption: Interruption) throws {
        _ = try interrupt(interruption) { _, destination in
            try destination.draft().stage(folder.package())
        } body: { destination, package in
            _ = try destination.rollBack(package, from: "clip")
        } check: { bucket, destination, package, _ in
            #expect(bucket.files(of: "clip").allSatisfy { $0.hasSuffix(".m4s") })
            #expect(try destination.rollBack(package, from: "clip") == .rolledBack)
            #expect(bucket.files(of: "clip") == [])
            #expect(bucket.privateKeys == ["packages/.vtranscode/names/clip"])
            _ = try destination.draft(job: "other")
        }
    }

    @Test(arguments: Interruption.allCases)
    func interruptedRollBackIsContinuedByTheNextJob(interruption: Interruption) throws {
        _ = try interrupt(interruption) { _, destination in
            try destination.draft().stage(folder.package())
        } body: { destination, package in
            _ = try destination.rollBack(package, from: "clip")
        } check: { bucket, destination, package, _ in
            // Garbage collection where the reservation is still the job's.
            let report = try destination.collectGarbage(olderThan: 0)
            #expect(report.failures == [])
            #expect(bucket.objects == [:])
            _ = try destination.draft(job: "other")
        }
    }

    @Test(arguments: Interruption.allCases)
    func removalIsRepeated(interruption: Interruption) throws {
        let count = try interrupt(interruption) { _, destination in
            let package = try destination.draft().stage(folder.package())
            try destination.commit(package, as: "clip", replacing: false)
        } body: { destination, _ in
            try destination.remove("clip")
        } check: { bucket, destination, _, _ in
            checkVisible(bucket)
            do {
                try destination.remove("clip")
            } catch {
                // It was complete.
                #expect((error as? StorageError)?.errno == ENOENT)
            }
            #expect(bucket.files(of: "clip") == [])
            let package = try destination.draft(job: "other").stage(folder.package("next"))
            try destination.commit(package, as: "clip", replacing: false)
            #expect(bucket.hasPackage("next"))
            #expect(bucket.privateKeys == [])
        }
        #expect(count > 10)
    }
}
