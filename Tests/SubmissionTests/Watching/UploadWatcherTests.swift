import Foundation
import JobModel
import JobQueue
import Logging
import Presets
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Submission

@Suite struct UploadWatcherTests {
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

    private func makeWatcher(
        _ store: any QueueStore, output: FilePath = "/out", preset: String = "hls-ladder"
    ) throws -> UploadWatcher {
        UploadWatcher(
            folder.url.filePath, settleTime: 0,
            request: WatchRequest(
                output: Location(output), preset: try PresetText(preset), terms: SubmissionTerms()),
            store: store, logger: log.logger)
    }

    /// Watches until an upload of each name was submitted; the files are written one after the other.
    ///
    /// - Returns: Whether each was new.
    private func submissions(of names: String..., by watcher: UploadWatcher) async throws -> [Bool]
    {
        let (uploads, submitted) = AsyncStream.makeStream(of: (FilePath, Bool).self)
        let watching = Task { try await watcher.run { submitted.yield(($0, $1.isNew)) } }
        var iterator = uploads.makeAsyncIterator()
        var isNew: [Bool] = []
        for name in names {
            if !FileManager.default.fileExists(atPath: folder.file(name).path) {
                try Data("text".utf8).write(to: folder.file(name))
            }
            let submission = try #require(await iterator.next())
            #expect(submission.0 == folder.file(name).filePath)
            isNew.append(submission.1)
        }
        watching.cancel()
        try await watching.value
        return isNew
    }

    /// Files are submitted in the order of their names.
    @Test func otherFilesAreSkipped() async throws {
        for name in ["a.en.srt", "b.txt", "c.json", "z.mp4"] {
            try Data("text".utf8).write(to: folder.file(name))
        }
        let store = try await store()
        #expect(try await submissions(of: "z.mp4", by: makeWatcher(store)) == [true])
        #expect(try await store.jobs(JobFilter()).count == 1)
    }

    /// Skipped entries are logged with the reason; as a warning if they may be uploads.
    @Test func skippedEntriesAreLoggedOnce() async throws {
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
        _ = try await submissions(of: "y.mp4", "z.mp4", by: makeWatcher(store()))
        let warnings = log.lines(at: .warning)
        #expect(warnings.allSatisfy { $0.hasPrefix("entry skipped advice=") })
        #expect(warnings.count { $0.contains(" path=caf\u{FFFD}.mp4 ") } == 1)
        #expect(warnings.count { $0.contains(" path=deep/") } == 1)
        #expect(warnings.count == 2)
        let notes = log.lines(at: .info)
        #expect(notes.count { $0 == "file skipped path=empty.mp4 reason=it is empty" } == 1)
        #expect(notes.count { $0.hasPrefix("entry skipped path=link.mp4 reason=") } == 1)
        #expect(notes.count { $0.hasPrefix("entry skipped path=pipe.mp4 reason=") } == 1)
        #expect(!log.lines.contains { $0.contains(".hidden") })
    }

    /// Another preset or output folder results in another package.
    @Test func repeatedWatchSubmitsNothing() async throws {
        let store = try await store()
        #expect(try await submissions(of: "a.mp4", by: makeWatcher(store)) == [true])
        #expect(try await submissions(of: "a.mp4", by: makeWatcher(store)) == [false])
        #expect(
            try await submissions(of: "a.mp4", by: makeWatcher(store, output: "/else")) == [true])
        #expect(
            try await submissions(of: "a.mp4", by: makeWatcher(store, preset: "shorts")) == [true])
        #expect(try await submissions(of: "a.mp4", by: makeWatcher(store)) == [false])
        #expect(try await store.jobs(JobFilter()).count == 3)
    }

    /// A file server may be unreachable for a time.
    @Test(.timeLimit(.minutes(5))) func missingDirectoryIsRetried() async throws {
        let store = try await store()
        let (uploads, submitted) = AsyncStream.makeStream(of: FilePath.self)
        let watcher = try makeWatcher(store)
        let watching = Task {
            defer { submitted.finish() }
            try await watcher.run { path, _ in submitted.yield(path) }
        }
        var iterator = uploads.makeAsyncIterator()
        try Data("text".utf8).write(to: folder.file("a.mp4"))
        #expect(await iterator.next() == folder.file("a.mp4").filePath)
        let moved = queue.file("moved")
        try FileManager.default.moveItem(at: folder.url, to: moved)
        try await eventually { log.count("could not read directory") >= 1 }
        try FileManager.default.moveItem(at: moved, to: folder.url)
        try Data("text".utf8).write(to: folder.file("b.mp4"))
        #expect(await iterator.next() == folder.file("b.mp4").filePath)
        watching.cancel()
        try await watching.value
        #expect(log.messages(at: .warning).count == 1)
        #expect(try await store.jobs(JobFilter()).count == 2)
    }
}
