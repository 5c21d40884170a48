import Foundation
import JobModel
import JobQueue
import Logging
internal import MediaSandbox
import Submission
import Synchronization
import TestSupport
import Testing
import Transcoding

@testable import Worker

/// A queue with one job of a clip, and the tasks' performer: a test takes one task after another.
struct JobSite {
    let bench: QueueBench
    let output: URL
    let job: JobID
    private let transcoder: StagedTranscoder
    private let performer: TranscodingPerformer
    private let worker: Int64
    private let told = Told()

    /// What tasks said of their job.
    private final class Told: Sendable {
        let notes = Mutex<[String]>([])
        let artifacts = Mutex(0)
        let signs = Mutex(0)
    }

    private static let clip = Task {
        let file = try TemporaryFolder.untilExit("clip").appending(path: "clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=5:d=20"]
                + ["-f", "lavfi", "-i", "sine=d=20", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "5", "-c:a", "aac", file.path])
        return file
    }

    /// A job that becomes many tasks if it is long.
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
        let order = JobPayload(
            upload: try await Self.clip.value.path, output: output.path, name: "film",
            preset: try PresetText(preset.path))
        job = try await bench.store.submit(order.request(SubmissionTerms())).job.id
        transcoder = StagedTranscoder(
            jobs: 2, memory: 2 << 30, isolation: .none, logger: Logger(label: "test"))
        performer = TranscodingPerformer(
            transcoder,
            settings: TranscodingPerformer.Settings(
                longJob: isLong ? 0 : .infinity, batch: 0.001, freeSpace: 0))
        worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
    }

    /// The posters that tasks told of since the last look.
    func posters() throws -> [String] {
        let notes = told.notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
        return try notes.compactMap { try #require(JobNote($0)).poster }
    }

    /// How many artifacts, and other signs of life, tasks have told of since the last look.
    func signs() -> (artifacts: Int, others: Int) {
        func take(_ count: borrowing Mutex<Int>) -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
        return (take(told.artifacts), take(told.signs))
    }

    /// Takes a task, and says what became of it.
    ///
    /// - Parameters:
    ///   - dies: Whether the worker is gone once the publication has begun.
    ///   - givesBack: Whether what it has done is not told of, as if the worker had been stopped right before.
    /// - Returns: The task's kind; `nil` if there was none to take.
    /// - Throws: What the queue throws, and what no task should.
    @discardableResult
    func step(dies: Bool = false, givesBack: Bool = false) async throws -> String? {
        guard let task = try await bench.store.claim(worker, count: 1).first else { return nil }
        let (store, told, lease) = (bench.store, told, task.lease)
        let context = TaskContext { _ in
        } note: { note in
            told.notes.withLock { $0.append(note) }
        } showLife: {
            told.signs.withLock { $0 += 1 }
        } noteArtifact: {
            told.artifacts.withLock { $0 += 1 }
        } beginPublishing: { record in
            guard try await store.beginPublishing(lease, record: record) == .made else {
                throw CancellationError()
            }
            if dies { throw PublicationUnknown() }
        }
        do {
            let outcome = try await performer.perform(task, context)
            if givesBack {
                _ = try await store.release(lease)
            } else {
                try await conclude(outcome, lease)
            }
        } catch is PublicationUnknown {
            try await store.disown(lease)
        } catch let fault as TaskFault {
            _ = try await store.fail(lease, fault.failure)
        }
        return task.kind
    }

    /// Takes tasks until one of a kind is done.
    func steps(through kind: String) async throws {
        while let done = try await step() { if done == kind { return } }
    }

    /// What another worker does after one that is gone.
    func recover() async throws {
        for publication in try await bench.store.claimPublications(worker, count: 1) {
            try await conclude(try await performer.recover(publication), publication.lease)
        }
    }

    private func conclude(_ outcome: TaskOutcome, _ lease: Lease) async throws {
        switch outcome {
        case .done(let result, let tasks):
            _ = try await bench.store.complete(lease, result: result, adding: tasks)
        case .postponed(let seconds, _):
            _ = try await bench.store.release(lease, after: seconds)
        case .undone: _ = try await bench.store.release(lease)
        }
    }

    func record() async throws -> JobRecord? { try await bench.store.job(job) }

    func cleanUp() throws {
        try StagedTranscoder.cleanUp(folder: job.text, output: output.path)
    }

    /// What lies in the output folder, hidden names too.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []).sorted()
    }

    /// Packages that are built and wait for their name.
    var built: [String] {
        let folder = output.appending(path: ".vtranscode/jobs/\(job.text)").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasPrefix(job.text)
        }
    }
}
