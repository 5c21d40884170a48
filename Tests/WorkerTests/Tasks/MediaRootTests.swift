import Foundation
import JobModel
import JobQueue
import Submission
import TestSupport
import Testing

@testable import Worker

/// Paths that are below the media root at the submission, and not any more in the worker.
@Suite(.timeLimit(.minutes(20))) struct MediaRootTests {
    private let tiny: TinyUpload
    private let bench: QueueBench
    private let root: URL
    private let outside: URL

    init() async throws {
        tiny = try await TinyUpload.shared.value
        bench = try await QueueBench()
        root = try bench.folder.folder("root")
        outside = try bench.folder.folder("outside")
        try FileManager.default.createDirectory(
            at: root.appending(path: "in"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(at: tiny.upload, to: upload)
    }

    private var upload: URL { root.appending(path: "in/tiny.mp4") }
    private var output: URL { root.appending(path: "out") }

    private func submit() async throws -> JobID {
        let payload = JobPayload(
            upload: upload.path, output: output.path, root: root.path, name: "film",
            preset: tiny.preset)
        return try await bench.store.submit(try await payload.request(SubmissionTerms())).job.id
    }

    private func failure(of job: JobID) async throws -> TaskFailure? {
        try await bench.run(bench.worker(tiny.performer)) {
            guard try await bench.state(job)?.isFinal == true else { return false }
            // The files are removed, or did not exist.
            return try await bench.store.tasks(of: job).allSatisfy {
                ![.waiting, .ready, .delayed, .running].contains($0.state)
            }
        }
        return try await bench.store.job(job)?.failure
    }

    /// Replaces a file or folder by a link to its copy outside of the root.
    private func replaceByLink(_ url: URL) throws {
        let moved = outside.appending(path: url.lastPathComponent)
        try FileManager.default.moveItem(at: url, to: moved)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: moved)
    }

    @Test func uploadBelowRootIsPublished() async throws {
        let job = try await submit()
        #expect(try await failure(of: job) == nil)
        #expect(FileTree.files(in: output).contains("film/manifest.json"))
    }

    @Test(arguments: ["in", "in/tiny.mp4"])
    func uploadIsNotReadThroughALink(_ path: String) async throws {
        let job = try await submit()
        try replaceByLink(root.appending(path: path))
        let failure = try #require(try await failure(of: job))
        #expect(failure.code == "OUTSIDE_ROOT" && failure.isPermanent)
        #expect(FileTree.files(in: output) == [])
    }

    @Test(arguments: ["out", "out/.vtranscode", "out/.vtranscode/jobs"])
    func outputIsNotWrittenThroughALink(_ path: String) async throws {
        let job = try await submit()
        let folder = root.appending(path: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try replaceByLink(folder)
        // Files of others.
        let theirs = outside.appending(path: "\(folder.lastPathComponent)/theirs")
        try Data("x".utf8).write(to: theirs)
        let failure = try #require(try await failure(of: job))
        #expect(failure.code == "OUTSIDE_ROOT" && failure.isPermanent)
        #expect(FileTree.files(in: outside) == ["\(folder.lastPathComponent)/theirs"])
    }

    /// A package of the same upload outside of the root.
    @Test func packageOutsideOfRootIsNotReused() async throws {
        let first = try await submit()
        #expect(try await failure(of: first) == nil)
        try replaceByLink(output.appending(path: "film"))
        let payload = JobPayload(
            upload: upload.path, output: output.path, root: root.path, name: "film",
            preset: tiny.preset)
        let again = try await bench.store.submit(payload.request(SubmissionTerms(key: "again"))).job
            .id
        #expect(try await failure(of: again)?.code == "EXISTS")
    }

    /// The output is replaced before the cleanup of a cancelled job.
    @Test func cleanupDoesNotFollowALink() async throws {
        let job = try await submit()
        let worker = try await bench.store.register(
            WorkerInfo(name: "w", host: "h", process: 1, version: "0"))
        let task = try #require(try await bench.store.claim(worker, count: 1).first)
        _ = try await bench.store.cancel(job)
        _ = try await bench.store.release(task.lease)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: false)
        try replaceByLink(output)
        let theirs = outside.appending(path: "out/.vtranscode/jobs/\(job)/theirs")
        try FileManager.default.createDirectory(
            at: theirs.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: theirs)
        #expect(try await failure(of: job) == nil)
        #expect(try await bench.state(job) == .cancelled)
        #expect(FileManager.default.fileExists(atPath: theirs.path))
    }
}
