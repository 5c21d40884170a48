import Foundation
import JobModel
import JobQueue
import Logging
internal import MediaSandbox
import Storage
import Submission
import Synchronization
import TestSupport
import Testing
import Transcoding

@testable import Worker

/// A queue with one job, and a performer: a test performs one task after another.
struct JobFixture {
    let bench: QueueBench
    let output: URL
    let job: JobID
    private let transcoder: DistributedTranscoder
    private let performer: TranscodingPerformer
    private let worker: Int64
    private let reports = Reports()

    /// The reports of tasks.
    private final class Reports: Sendable {
        let notes = Mutex<[String]>([])
        let artifacts = Mutex(0)
        let activity = Mutex(0)
    }

    private static let clip = Task {
        let file = try TemporaryFolder.untilExit("clip").appending(path: "clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=5:d=20"]
                + ["-f", "lavfi", "-i", "sine=d=20", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "5", "-c:a", "aac", file.path])
        return file
    }

    /// Submits a job, which is split into tasks if it is long.
    init(isLong: Bool = true) async throws {
        bench = try await QueueBench()
        output = try bench.folder.folder("out")
        let preset = bench.folder.file("small.yaml")
        try Data(
            """
            name: small
            description: One small rung.
            ladder:
              - { name: 90p, size: 90, maxrate: 200k }
            thumbnails: { storyboard: { every: 5s } }

            """.utf8
        ).write(to: preset)
        let payload = JobPayload(
            upload: try await Self.clip.value.path, output: output.path, name: "film",
            preset: try PresetText(preset.path))
        job = try await bench.store.submit(payload.request(SubmissionTerms())).job.id
        transcoder = DistributedTranscoder(
            jobs: 2, memory: 2 << 30, sandboxMode: .none, logger: Logger(label: "test"))
        performer = TranscodingPerformer(
            transcoder,
            settings: TranscodingPerformer.Settings(
                longJob: isLong ? 0 : .infinity, batch: 0.001, freeSpace: 0))
        worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
    }

    /// Returns the posters that tasks have reported since the last call.
    func posters() throws -> [String] {
        let notes = reports.notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
        return try notes.compactMap { try #require(JobNote($0)).poster }
    }

    /// Returns the numbers of artifacts and other activity that tasks have reported since the last call.
    func activity() -> (artifacts: Int, others: Int) {
        func take(_ count: borrowing Mutex<Int>) -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
        return (take(reports.artifacts), take(reports.activity))
    }

    /// Claims and performs a task, and reports its outcome.
    ///
    /// - Parameters:
    ///   - crashes: Whether the worker crashes when the publication has begun.
    ///   - releases: Whether the task is released instead of completed, as by a worker that shuts down.
    /// - Returns: The task's kind; `nil` if no task is ready.
    /// - Throws: Errors of the queue, and unexpected errors of the task.
    @discardableResult
    func step(crashes: Bool = false, releases: Bool = false) async throws -> String? {
        guard let task = try await bench.store.claim(worker, count: 1).first else { return nil }
        let (store, reports, lease) = (bench.store, reports, task.lease)
        let context = TaskContext { _ in
        } note: { note in
            reports.notes.withLock { $0.append(note) }
        } recordActivity: {
            reports.activity.withLock { $0 += 1 }
        } artifactCompleted: {
            reports.artifacts.withLock { $0 += 1 }
        } beginPublishing: { record in
            guard try await store.beginPublishing(lease, record: record) == .applied else {
                throw CancellationError()
            }
            if crashes { throw UnknownPublicationError() }
        }
        do {
            let outcome = try await performer.perform(task, context)
            if releases {
                _ = try await store.release(lease)
            } else {
                try await report(outcome, lease)
            }
        } catch is UnknownPublicationError {
            try await store.releaseUnstarted(lease)
        } catch let error as TaskError {
            _ = try await store.fail(lease, error.failure)
        }
        return task.kind
    }

    /// Performs tasks until one of a kind is completed.
    func steps(through kind: String) async throws {
        while let done = try await step() { if done == kind { return } }
    }

    /// Resolves publications of a crashed worker.
    func resolve() async throws {
        for publication in try await bench.store.claimPublications(worker, count: 1) {
            try await report(try await performer.resolve(publication), publication.lease)
        }
    }

    private func report(_ outcome: TaskOutcome, _ lease: Lease) async throws {
        switch outcome {
        case .completed(let result, let tasks):
            _ = try await bench.store.complete(lease, result: result, adding: tasks)
        case .deferred(let seconds, _):
            _ = try await bench.store.release(lease, after: seconds)
        case .rolledBack: _ = try await bench.store.release(lease)
        }
    }

    func record() async throws -> JobRecord? { try await bench.store.job(job) }

    func cleanUp() throws {
        try DistributedTranscoder.cleanUp(
            folder: job.text, output: Location(output.filePath), in: .local)
    }

    /// The names in the output folder, including hidden ones.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []).sorted()
    }

    /// The staged packages.
    var built: [String] {
        let folder = output.appending(path: ".vtranscode/jobs/\(job.text)").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasPrefix(job.text)
        }
    }
}
