import Foundation
import JobModel
import JobQueue
import Logging
internal import MediaSandbox
import Submission
import TestSupport
import Testing
import Worker

@testable import Transcoding

/// An upload of one segment, and a performer.
struct TinyUpload: Sendable {
    let upload: URL
    let preset: PresetText
    let performer: TranscodingPerformer

    static let shared = Task {
        let folder = try TemporaryFolder.untilExit("tiny")
        let upload = folder.appending(path: "tiny.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=2", "-f", "lavfi", "-i", "sine=d=2"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", upload.path])
        let preset = folder.appending(path: "tiny.yaml")
        try Data(
            """
            name: tiny
            description: One small rung.
            ladder:
              - { name: 90p, size: 90, maxrate: 200k }
            """.utf8
        ).write(to: preset)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return TinyUpload(
            upload: upload, preset: try PresetText(preset.path),
            performer: TranscodingPerformer(
                DistributedTranscoder(jobs: 2, memory: 2 << 30, sandboxMode: .none, logger: logger),
                settings: .init(freeSpace: 0)))
    }

    /// Returns a performer that records a queue in its workspaces.
    func performer(queue: String) -> TranscodingPerformer {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return TranscodingPerformer(
            DistributedTranscoder(jobs: 2, memory: 2 << 30, sandboxMode: .none, logger: logger),
            settings: .init(freeSpace: 0, queue: queue))
    }

    /// Returns the request for the package OUT/film.
    func request(to output: URL, key: String = "film") async throws -> JobRequest {
        try await JobPayload(upload: upload.path, output: output.path, name: "film", preset: preset)
            .request(SubmissionTerms(key: key))
    }

    /// The digests of a package that was made without interruption.
    static let digests = Task {
        let tiny = try await shared.value
        let bench = try await QueueBench()
        let output = try bench.folder.folder("out")
        let job = try await bench.store.submit(try await tiny.request(to: output)).job.id
        try await bench.run(bench.worker(tiny.performer)) {
            try await bench.state(job) == .completed
        }
        return try await FileTree.digests(of: output)
    }
}
