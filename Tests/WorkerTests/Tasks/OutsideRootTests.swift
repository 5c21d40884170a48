import Foundation
import JobModel
import JobQueue
import Submission
import TestSupport
import Testing

@testable import Worker

/// What was below the root when it was submitted, and is not any more when a worker gets to it.
@Suite(.timeLimit(.minutes(20))) struct OutsideRootTests {
    private let film: TinyFilm
    private let bench: QueueBench
    private let root: URL
    private let outside: URL

    init() async throws {
        film = try await TinyFilm.shared.value
        bench = try await QueueBench()
        root = try bench.folder.folder("root")
        outside = try bench.folder.folder("outside")
        try FileManager.default.createDirectory(
            at: root.appending(path: "in"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(at: film.upload, to: upload)
    }

    private var upload: URL { root.appending(path: "in/film.mp4") }
    private var output: URL { root.appending(path: "out") }

    private func submit() async throws -> JobID {
        let order = JobPayload(
            upload: upload.path, output: output.path, root: root.path, name: "film",
            preset: film.preset)
        return try await bench.store.submit(try await order.request(SubmissionTerms())).job.id
    }

    private func failure(of job: JobID) async throws -> TaskFailure? {
        try await bench.run(bench.worker(film.performer)) {
            guard try await bench.state(job)?.isFinal == true else { return false }
            // What it left is removed, or was not there.
            return try await bench.store.tasks(of: job).allSatisfy {
                ![.waiting, .ready, .delayed, .running].contains($0.state)
            }
        }
        return try await bench.store.job(job)?.failure
    }

    /// Puts a link in the place of something, which now lies outside.
    private func replaceByLink(_ url: URL) throws {
        let moved = outside.appending(path: url.lastPathComponent)
        try FileManager.default.moveItem(at: url, to: moved)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: moved)
    }

    @Test func whatStaysBelowIsPublished() async throws {
        let job = try await submit()
        #expect(try await failure(of: job) == nil)
        #expect(FileTree.files(in: output).contains("film/manifest.json"))
    }

    @Test(arguments: ["in", "in/film.mp4"])
    func anUploadIsNotReadThroughALink(_ path: String) async throws {
        let job = try await submit()
        try replaceByLink(root.appending(path: path))
        let failure = try #require(try await failure(of: job))
        #expect(failure.code == "OUTSIDE_ROOT" && failure.isPermanent)
        #expect(FileTree.files(in: output) == [])
    }

    @Test(arguments: ["out", "out/.vtranscode", "out/.vtranscode/jobs"])
    func nothingIsWrittenThroughALink(_ path: String) async throws {
        let job = try await submit()
        let place = root.appending(path: path)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try replaceByLink(place)
        // What is not the job's.
        let theirs = outside.appending(path: "\(place.lastPathComponent)/theirs")
        try Data("x".utf8).write(to: theirs)
        let failure = try #require(try await failure(of: job))
        #expect(failure.code == "OUTSIDE_ROOT" && failure.isPermanent)
        #expect(FileTree.files(in: outside) == ["\(place.lastPathComponent)/theirs"])
    }

    /// A package of the same upload, which is none of theirs.
    @Test func aPackageElsewhereIsNotTakenForTheirs() async throws {
        let first = try await submit()
        #expect(try await failure(of: first) == nil)
        try replaceByLink(output.appending(path: "film"))
        let order = JobPayload(
            upload: upload.path, output: output.path, root: root.path, name: "film",
            preset: film.preset)
        let again = try await bench.store.submit(order.request(SubmissionTerms(key: "again"))).job
            .id
        #expect(try await failure(of: again)?.code == "EXISTS")
    }

    /// By the time that a cancelled job's files are removed.
    @Test func nothingIsRemovedThroughALink() async throws {
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
