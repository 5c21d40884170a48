import Foundation
import JobModel
import JobQueue
import Logging
internal import MediaSandbox
import Submission
import TestSupport
import Testing
import Transcoding
import Worker

/// Jobs of a development version with schema 7 whose workers were killed, with a worker of this version.
///
/// Workspaces of that version have other names of files and folders: artifacts are made again, staged packages are published.
@Suite(.timeLimit(.minutes(20))) struct UpgradeTests {
    private static let performer = TranscodingPerformer(
        DistributedTranscoder(
            jobs: 2, memory: 2 << 30, sandboxMode: .none,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
        settings: TranscodingPerformer.Settings(longJob: 0, batch: 0.001, freeSpace: 0))

    @Test(arguments: QueueBackend.all)
    func interruptedJobsOfFormerSchemaEnd(_ engine: QueueBackend) async throws {
        try await engine.withURL { url in
            let stored = try await InterruptedJobs(at: url)
            let bench = try await QueueBench(at: url)
            let store = bench.store
            let staged = try await stored.packageInodes(store)
            #expect(Set(staged.keys) == ["staged", "publishing", "recorded", "committed"])
            #expect(
                try await Self.kinds(store, in: .running) == [
                    "audio", "encode", "thumbnails", "package", "cleanup",
                ])
            #expect(try await Self.kinds(store, in: .publishing) == ["publish", "transcode"])
            let before = try await Self.jobs(store)
            let note = try #require(JobNote(before["packaging"]?.note))
            #expect(FileManager.default.fileExists(atPath: try #require(note.poster)))
            _ = try await store.retry(try #require(before["failed"]?.id))
            try await Self.expireLeases(at: url)
            try await bench.run(bench.worker(Self.performer)) {
                let stats = try await store.stats()
                return stats.jobs[.queued] == nil && stats.jobs[.processing] == nil
                    && stats.tasks.isEmpty
            }
            let jobs = try await Self.jobs(store)
            let published = jobs.filter { $0.value.state == .completed }.keys.sorted()
            #expect(
                published == [
                    "audio", "committed", "encoding", "failed", "packaging", "publishing",
                    "recorded", "retrying", "staged", "thumbnails",
                ])
            #expect(jobs["cancelled"]?.state == .cancelled && jobs["cleanup"]?.state == .cancelled)
            for (key, job) in jobs {
                let tasks = try await store.tasks(of: job.id)
                #expect(tasks.allSatisfy { $0.failure == nil }, "\(key)")
            }
            // No workspace is left, and packages that were staged are not made again.
            let names = try FileManager.default.contentsOfDirectory(atPath: stored.output.path)
            #expect(names.sorted() == published)
            let inodes = try await stored.packageInodes(store)
            #expect(inodes.filter { staged[$0.key] != nil } == staged)
            try await Self.expectEqualPackages(
                published.filter { staged[$0] == nil }, in: stored.output,
                like: try #require(jobs["encoding"]), bench)
        }
    }

    private static func jobs(_ store: any QueueStore) async throws -> [String: JobRecord] {
        let jobs = try await store.jobs(JobFilter())
        return Dictionary(uniqueKeysWithValues: jobs.map { ($0.key, $0) })
    }

    /// Returns the kinds of the tasks in a state.
    private static func kinds(
        _ store: any QueueStore, in state: TaskState
    ) async throws -> Set<String> {
        var kinds: Set<String> = []
        for job in try await store.jobs(JobFilter()) {
            kinds.formUnion(
                try await store.tasks(of: job.id).filter { $0.state == state }.map(\.kind))
        }
        return kinds
    }

    private static func expireLeases(at url: String) async throws {
        let maintainer = try await QueueURL(url).open(policy: QueuePolicy(leaseDuration: 0))
        try await eventually {
            _ = try await maintainer.maintain()
            return try await maintainer.stats().workers.isEmpty
        }
    }

    /// Checks that the media files of packages are those of a job that was not interrupted.
    private static func expectEqualPackages(
        _ names: [String], in output: URL, like job: JobRecord, _ bench: QueueBench
    ) async throws {
        var payload = try #require(JobPayload(job.payload))
        payload.name = "new"
        let id = try await bench.store.submit(
            try await payload.request(SubmissionTerms(key: "new"))
        ).job.id
        try await bench.run(bench.worker(performer)) { try await bench.state(id) == .completed }
        let expected = try await media(in: output.appending(path: "new"))
        #expect(expected.count > 9)
        for name in names {
            let found = try await media(in: output.appending(path: name))
            #expect(FileTree.differences(found, expected) == [], "\(name)")
        }
    }

    /// Returns the digests of the files but the manifest, which names its job and its version.
    private static func media(in package: URL) async throws -> [String: String] {
        try await FileTree.digests(of: package).filter { !$0.key.hasSuffix("manifest.json") }
    }
}
