import Foundation
import JobQueue
import Logging
import Presets
import TestSupport
import Testing

@testable import Worker

@Suite struct FolderWatchTests {
    /// In the order of their names, so the last has seen what became of the others.
    @Test func whatIsNoUploadIsSkipped() async throws {
        let folder = try TemporaryFolder("watch")
        let queue = try TemporaryFolder("queue")
        for name in ["a.en.srt", "b.txt", "c.json", "z.mp4"] {
            try Data("text".utf8).write(to: folder.file(name))
        }
        let store = try await QueueURL("sqlite:\(queue.file("queue.db").path)").open()
        let preset = try JobOrder.PresetText("hls-ladder")
        let watch = FolderWatch(
            folder.url.path, settleTime: 0, store: store,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { upload, key in
            try await JobOrder(upload: upload, output: "/out", preset: preset).request(
                JobOrder.Terms(key: key))
        }
        let (uploads, told) = AsyncStream.makeStream(of: String.self)
        let watching = Task { try await watch.run { upload, _ in told.yield(upload) } }
        var first = uploads.makeAsyncIterator()
        #expect(await first.next() == folder.file("z.mp4").path)
        watching.cancel()
        try await watching.value
        #expect(try await store.jobs(JobFilter()).count == 1)
    }
}
