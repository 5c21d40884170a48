import Foundation
import JobModel
import JobQueue
import Logging
import Presets
import TestSupport
import Testing

@testable import Submission

@Suite struct FolderWatchTests {
    private let folder: TemporaryFolder
    private let queue: TemporaryFolder
    private let log = RecordedLog()

    init() throws {
        folder = try TemporaryFolder("watch")
        queue = try TemporaryFolder("queue")
    }

    private func store() async throws -> any QueueStore {
        try await QueueURL("sqlite:\(queue.file("queue.db").path)").open()
    }

    private func watch(
        _ store: any QueueStore, output: String = "/out", preset: String = "hls-ladder"
    ) throws -> FolderWatch {
        FolderWatch(
            folder.url.path, settleTime: 0,
            purpose: FolderWatch.Purpose(
                output: output, preset: try PresetText(preset), terms: SubmissionTerms()),
            store: store, logger: log.logger)
    }

    /// Watches until an upload of each name was told of, one written after the other.
    ///
    /// - Returns: Whether each was new.
    private func submissions(of names: String..., by watch: FolderWatch) async throws -> [Bool] {
        let (uploads, told) = AsyncStream.makeStream(of: (String, Bool).self)
        let watching = Task { try await watch.run { told.yield(($0, $1.isNew)) } }
        var iterator = uploads.makeAsyncIterator()
        var isNew: [Bool] = []
        for name in names {
            if !FileManager.default.fileExists(atPath: folder.file(name).path) {
                try Data("text".utf8).write(to: folder.file(name))
            }
            let submission = try #require(await iterator.next())
            #expect(submission.0 == folder.file(name).path)
            isNew.append(submission.1)
        }
        watching.cancel()
        try await watching.value
        return isNew
    }

    /// In the order of their names, so the last has seen what became of the others.
    @Test func whatIsNoUploadIsSkipped() async throws {
        for name in ["a.en.srt", "b.txt", "c.json", "z.mp4"] {
            try Data("text".utf8).write(to: folder.file(name))
        }
        let store = try await store()
        #expect(try await submissions(of: "z.mp4", by: watch(store)) == [true])
        #expect(try await store.jobs(JobFilter()).count == 1)
    }

    /// Whoever waits for an upload learns why nothing comes of it; by a warning if it may be lost.
    @Test func whatCannotBeSubmittedIsToldOfOnce() async throws {
        let file = Data("text".utf8)
        try Data().write(to: folder.file("empty.mp4"))
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.mp4"), withDestinationURL: folder.file("empty.mp4"))
        try #require(mkfifo(folder.file("pipe.mp4").path, 0o600) == 0)
        try file.write(to: folder.file(".hidden.mp4"))
        let name = Array(folder.url.path.utf8) + Array("/caf".utf8) + [0xe9] + Array(".mp4".utf8)
        let descriptor = (name + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { creat($0.baseAddress!, 0o600) }
        }
        try #require(descriptor >= 0)
        close(descriptor)
        var deep = "deep"
        for level in 0...40 { deep += "/\(level)" }
        _ = try folder.folder(deep)
        _ = try await submissions(of: "y.mp4", "z.mp4", by: watch(store()))
        let warnings = log.messages(at: .warning)
        #expect(warnings.filter { $0.hasPrefix("caf\u{FFFD}.mp4 is not submitted") }.count == 1)
        #expect(warnings.filter { $0.hasPrefix("deep/") && $0.contains("not watched") }.count == 1)
        #expect(warnings.count == 2)
        let notes = log.messages(at: .info)
        #expect(notes.filter { $0 == "empty.mp4 is skipped: it is empty" }.count == 1)
        #expect(notes.filter { $0 == "link.mp4 is skipped: a link, not followed" }.count == 1)
        #expect(notes.filter { $0 == "pipe.mp4 is skipped: a FIFO" }.count == 1)
        #expect(log.count(".hidden") == 0)
    }

    /// Another preset or folder asks for another package.
    @Test func whatWasSubmittedForTheSameIsNotAgain() async throws {
        let store = try await store()
        #expect(try await submissions(of: "a.mp4", by: watch(store)) == [true])
        #expect(try await submissions(of: "a.mp4", by: watch(store)) == [false])
        #expect(try await submissions(of: "a.mp4", by: watch(store, output: "/else")) == [true])
        #expect(try await submissions(of: "a.mp4", by: watch(store, preset: "shorts")) == [true])
        #expect(try await submissions(of: "a.mp4", by: watch(store)) == [false])
        #expect(try await store.jobs(JobFilter()).count == 3)
    }

    /// As a share does that is away for a moment.
    @Test(.timeLimit(.minutes(5))) func aFolderThatGoesAwayIsWaitedFor() async throws {
        let store = try await store()
        let (uploads, told) = AsyncStream.makeStream(of: String.self)
        let watch = try watch(store)
        let watching = Task {
            defer { told.finish() }
            try await watch.run { path, _ in told.yield(path) }
        }
        var iterator = uploads.makeAsyncIterator()
        try Data("text".utf8).write(to: folder.file("a.mp4"))
        #expect(await iterator.next() == folder.file("a.mp4").path)
        let away = queue.file("away")
        try FileManager.default.moveItem(at: folder.url, to: away)
        try await eventually { log.count("nothing is submitted now") >= 1 }
        try FileManager.default.moveItem(at: away, to: folder.url)
        try Data("text".utf8).write(to: folder.file("b.mp4"))
        #expect(await iterator.next() == folder.file("b.mp4").path)
        watching.cancel()
        try await watching.value
        #expect(log.messages(at: .warning).count == 1)
        #expect(try await store.jobs(JobFilter()).count == 2)
    }
}
