import Foundation
import JobModel
import TestSupport
import Testing

@testable import JobQueue
@testable import Worker

/// The resolution of publications by their records, and the removal of files of reclaimed tasks.
@Suite(.timeLimit(.minutes(20))) struct RecoveryTests {
    private let tiny: TinyUpload
    private let bench: QueueBench
    private let output: URL

    init() async throws {
        tiny = try await TinyUpload.shared.value
        bench = try await QueueBench()
        output = try bench.folder.folder("out")
    }

    private func names(_ path: String = "") -> [String] {
        let folder = output.appending(path: path).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private var jobs: URL { output.appending(path: ".vtranscode/jobs") }

    /// Starts a publication whose worker is suspended.
    private func startPublication() async throws -> (ClaimedPublication, SuspendedWorker) {
        _ = try await bench.store.submit(try await tiny.request(to: output))
        let sleeper = try await SuspendedWorker(bench.store, tiny.performer, until: .recorded)
        try await bench.store.releaseUnstarted(sleeper.lease)
        let finder = try await bench.store.register(
            WorkerInfo(name: "finder", host: "h", process: 1, version: "0"))
        let found = try await bench.store.claimPublications(finder, count: 2)
        try #require(found.count == 1)
        return (found[0], sleeper)
    }

    @Test func resolutionIsIdempotent() async throws {
        let (publication, sleeper) = try await startPublication()
        let first = try await tiny.performer.resolve(publication)
        let digests = try await FileTree.digests(of: output)
        #expect(names() == ["film"])
        // The suspended worker continues, or the first response was lost.
        #expect(try await tiny.performer.resolve(publication) == first)
        #expect(try await FileTree.digests(of: output) == digests)
        let late = ClaimedPublication(
            lease: publication.lease, record: publication.record, isCancelRequested: true,
            generation: 0)
        #expect(try await tiny.performer.resolve(late) == first)
        #expect(names() == ["film"])
        #expect(try await sleeper.resume() == .stale)
    }

    /// A newer version may have written the record.
    @Test func unreadableRecordIsDeferred() async throws {
        let lease = Lease(
            job: try #require(JobID("00000000000000000000")), task: 1, fencingToken: 1, worker: 1)
        for record in ["", "{}", "\u{1F3AC}"] {
            await #expect(throws: UnknownPublicationError.self) {
                try await tiny.performer.resolve(
                    ClaimedPublication(
                        lease: lease, record: record, isCancelRequested: false, generation: 0))
            }
        }
        #expect(names() == [])
    }

    /// No worker of the version that wrote the record has resolved it for more than an hour.
    @Test func unreadableRecordFailsAfterTheLastCheck() async throws {
        let lease = Lease(
            job: try #require(JobID("00000000000000000000")), task: 1, fencingToken: 1, worker: 1)
        let error = await #expect(throws: TaskError.self) {
            try await tiny.performer.resolve(
                ClaimedPublication(
                    lease: lease, record: #"{"v": 9}"#, isCancelRequested: false, generation: 0,
                    checks: ClaimedPublication.maxUnreadableChecks - 1))
        }
        #expect(error?.failure.code == "UNREADABLE_PUBLICATION")
        #expect(error?.failure.isPermanent == false)
        #expect(error?.isHostError == false)
        #expect(error?.cause.map { "\($0)" }?.contains(#"{"v": 9}"#) == true)
    }

    /// Another version may have written the payload: a failure of the task, and no internal error of this worker.
    @Test(arguments: [TaskKind.encode, .audio, .publish])
    func unreadablePayloadFailsTheTask(kind: TaskKind) async throws {
        _ = try await bench.store.submit(try await tiny.request(to: output))
        let worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(worker, count: 1).first)
        let unreadable = ClaimedTask(
            lease: task.lease, kind: kind.rawValue, payload: #"{"v": 9}"#,
            jobPayload: task.jobPayload, cost: 1, isAlone: false, attempts: 0, generation: 0)
        let error = await #expect(throws: TaskError.self) {
            try await tiny.performer.perform(unreadable, .unreported)
        }
        #expect(error?.failure.code == "UNKNOWN_TASK")
        #expect(error?.failure.isPermanent == false && error?.isHostError == false)
        #expect(error?.cause is DecodingError)
    }

    /// A cleanup is retried without a limit, except if no worker can read which files it removes.
    @Test func unreadableCleanupEnds() async throws {
        let lease = Lease(
            job: try #require(JobID("00000000000000000000")), task: 1, fencingToken: 1, worker: 1)
        func perform(attempts: Int) async throws -> TaskOutcome {
            try await tiny.performer.perform(
                ClaimedTask(
                    lease: lease, kind: TaskKind.cleanup.rawValue, payload: "", jobPayload: "{}",
                    cost: 0, isAlone: false, attempts: attempts, generation: 0), .unreported)
        }
        let limit = TranscodingPerformer.maxUnreadableCleanups
        let error = await #expect(throws: TaskError.self) { try await perform(attempts: limit - 1) }
        #expect(error?.failure.code == "UNKNOWN_TASK")
        #expect(try await perform(attempts: limit) == .completed(result: nil))
    }

    /// Both the staged and the published package were removed.
    @Test func missingPackageIsBuiltAgain() async throws {
        let (publication, sleeper) = try await startPublication()
        try FileManager.default.removeItem(at: output.appending(path: ".vtranscode"))
        let error = await #expect(throws: TaskError.self) {
            try await tiny.performer.resolve(publication)
        }
        #expect(error?.failure.isPermanent == false)
        #expect(names() == [])
        #expect(try await sleeper.resume() == .stale)
    }

    /// While a file server does not respond, the outcome is unknown.
    @Test func unreachableOutputIsDeferred() async throws {
        let (publication, sleeper) = try await startPublication()
        let moved = output.appending(path: "moved")
        try FileManager.default.moveItem(at: jobs, to: moved)
        // A link to itself is neither present nor absent.
        try FileManager.default.createSymbolicLink(at: jobs, withDestinationURL: jobs)
        await #expect(throws: UnknownPublicationError.self) {
            try await tiny.performer.resolve(publication)
        }
        try FileManager.default.removeItem(at: jobs)
        try FileManager.default.moveItem(at: moved, to: jobs)
        guard case .completed = try await tiny.performer.resolve(publication) else {
            Issue.record("it is not published")
            return
        }
        #expect(names() == ["film"])
        #expect(try await sleeper.resume() == .stale)
    }

    /// The package and the workspaces of other jobs remain.
    @Test func removalDeletesOnlyTheJobsWorkspace() async throws {
        let request = try await tiny.request(to: output)
        _ = try await bench.store.submit(request)
        let worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(worker, count: 1).first)
        let other = "00000000000000000000"
        for path in ["film", ".vtranscode/jobs/\(task.lease.job)", ".vtranscode/jobs/\(other)"] {
            let folder = output.appending(path: path)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: folder.appending(path: "file"))
        }
        await tiny.performer.removeFiles(of: task)
        #expect(names() == [".vtranscode", "film"])
        #expect(names(".vtranscode/jobs") == [other])
        #expect(names("film") == ["file"])
        // Again, and with an unreadable payload.
        await tiny.performer.removeFiles(of: task)
        let unreadable = ClaimedTask(
            lease: task.lease, kind: task.kind, payload: "", jobPayload: "{}", cost: 1,
            isAlone: false, attempts: 0,
            generation: 0)
        await tiny.performer.removeFiles(of: unreadable)
        #expect(names(".vtranscode/jobs") == [other])
        try FileManager.default.removeItem(at: jobs.appending(path: other))
        await tiny.performer.removeFiles(of: task)
        #expect(names("film") == ["file"])
    }
}
