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

/// Uploads that were removed or replaced after their submission.
@Suite(.timeLimit(.minutes(20))) struct MissingUploadTests {
    private let bench: QueueBench

    init() async throws {
        bench = try await QueueBench(QueuePolicy(leaseDuration: 3600, maxAttempts: 1))
    }

    /// Submits uploads of a folder.
    private func submit(_ count: Int, in folder: URL) async throws {
        for number in 1...count {
            let upload = folder.appending(path: "\(number).mp4")
            try Data("\(number)".utf8).write(to: upload)
            let payload = JobPayload(
                upload: upload.path, output: bench.folder.url.appending(path: "out").path,
                preset: try PresetText("hls-ladder"))
            _ = try await bench.store.submit(try await payload.request(SubmissionTerms()))
        }
    }

    private func worker() -> QueueWorker {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let transcoder = DistributedTranscoder(
            jobs: 1, memory: 1 << 30, sandboxMode: .none, logger: logger)
        return QueueWorker(
            store: bench.store,
            performer: TranscodingPerformer(transcoder, settings: .init(freeSpace: 0)),
            settings: WorkerSettings(
                info: WorkerInfo(name: "w", host: "h", process: 1, version: "0"), slots: 1,
                drainTimeout: 0, reportTimeout: 60, maxConsecutiveHostErrors: 5,
                idleInterval: 0.05),
            logger: logger)
    }

    @Test func missingUploadsAreNoHostErrors() async throws {
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

    /// Another program may have written the payload; the kernel would take a shorter path for one with a zero byte.
    @Test(arguments: [("/x\0/x", "the path has a zero byte"), ("", "the path is empty")])
    func textThatIsNoPathFailsTheJob(text: String, reason: String) async throws {
        let payload = JobPayload(
            upload: bench.folder.file("1.mp4").path, output: bench.folder.url.path,
            preset: try PresetText("hls-ladder"))
        for (key, path) in [("upload", \JobPayload.upload), ("output", \.output)] {
            var payload = payload
            payload[keyPath: path] = text
            let task = NewTask(kind: TaskKind.transcode.rawValue)
            _ = try await bench.store.submit(
                JobRequest(key: key, payload: try payload.json, tasks: [task]))
        }
        try await bench.run(worker()) { try await bench.store.stats().jobs == [.failed: 2] }
        for job in try await bench.store.jobs(JobFilter(limit: 2)) {
            #expect(job.failure?.code == "UNKNOWN_TASK")
            #expect(job.failure?.message.hasSuffix(reason) == true, "\(job.failure as Any)")
        }
    }

    /// Otherwise a second submission of the first content would return the package of another.
    @Test func replacedUploadIsNotPublished() async throws {
        let folder = try bench.folder.folder("in")
        try await submit(1, in: folder)
        try Data("another".utf8).write(to: folder.appending(path: "1.mp4"))
        try await bench.run(worker()) { try await bench.store.stats().jobs == [.failed: 1] }
        let failed = try await bench.store.jobs(JobFilter(limit: 1)).first?.failure
        #expect(failed?.code == "CHANGED" && failed?.isPermanent == true, "\(failed as Any)")
    }

    @Test func missingFolderIsAHostError() async throws {
        let folder = try bench.folder.folder("mnt")
        try await submit(6, in: folder)
        try FileManager.default.removeItem(at: folder)
        await #expect(throws: WorkerError.self) { try await worker().run() }
        #expect(try await bench.store.stats().jobs == [.failed: 5, .queued: 1])
    }
}
