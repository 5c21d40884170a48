import Foundation
import JobModel
import JobQueue
import Logging
internal import MediaSandbox
import Submission
import TestSupport
import Testing

@testable import Transcoding
@testable import Worker

/// A worker whose uploads are gone, or are others, by the time that it gets to them.
@Suite(.timeLimit(.minutes(20))) struct MissingUploadTests {
    private let bench: QueueBench

    init() async throws { bench = try await QueueBench(QueuePolicy(lease: 3600, attempts: 1)) }

    /// Jobs of as many uploads in a folder, which are submitted as long as they are there.
    private func submit(_ count: Int, in folder: URL) async throws {
        for number in 1...count {
            let upload = folder.appending(path: "\(number).mp4")
            try Data("\(number)".utf8).write(to: upload)
            let order = JobPayload(
                upload: upload.path, output: bench.folder.url.appending(path: "out").path,
                preset: try PresetText("hls-ladder"))
            _ = try await bench.store.submit(try await order.request(SubmissionTerms()))
        }
    }

    private func worker() -> QueueWorker {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let transcoder = StagedTranscoder(
            jobs: 1, memory: 1 << 30, isolation: .none, logger: logger)
        return QueueWorker(
            store: bench.store,
            performer: TranscodingPerformer(transcoder, settings: .init(freeSpace: 0)),
            settings: WorkerSettings(
                info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: 1,
                drainTimeout: 0, tellTimeout: 60, failuresInARow: 5, idle: 0.05),
            logger: logger)
    }

    @Test func uploadsThatWereTakenAwayTakeNoWorkerOut() async throws {
        let folder = try bench.folder.folder("in")
        try await submit(6, in: folder)
        for file in try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        {
            try FileManager.default.removeItem(at: file)
        }
        try await bench.run(worker()) { try await bench.store.stats().jobs == [.failed: 6] }
        let failed = try await bench.store.jobs(JobFilter(limit: 1)).first?.failure
        #expect(failed?.code == "UNREADABLE" && failed?.isPermanent == false)
    }

    /// Else whoever submits the first one again would get the package of another.
    @Test func whatWasReplacedIsNotPublishedInItsPlace() async throws {
        let folder = try bench.folder.folder("in")
        try await submit(1, in: folder)
        try Data("another".utf8).write(to: folder.appending(path: "1.mp4"))
        try await bench.run(worker()) { try await bench.store.stats().jobs == [.failed: 1] }
        let failed = try await bench.store.jobs(JobFilter(limit: 1)).first?.failure
        #expect(failed?.code == "CHANGED" && failed?.isPermanent == true, "\(failed as Any)")
    }

    @Test func aFolderThatIsGoneTakesTheWorkerOut() async throws {
        let folder = try bench.folder.folder("mnt")
        try await submit(6, in: folder)
        try FileManager.default.removeItem(at: folder)
        await #expect(throws: WorkerFault.self) { try await worker().run() }
        #expect(try await bench.store.stats().jobs == [.failed: 5, .queued: 1])
    }
}
