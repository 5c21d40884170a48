import Foundation
import JobQueue
import TestSupport
import Testing

/// A job of many tasks, taken one after another, and what happens between them.
@Suite struct LongJobTests {
    let site: JobSite

    init() async throws { site = try await JobSite() }

    private func expectFilm() async throws {
        let record = try #require(try await site.record())
        #expect(record.state == .completed && record.progress == 1)
        #expect(site.names == ["film"])
        let result = try #require(record.result)
        #expect(result.contains("\(site.output.path)/film/thumbnails/poster.jpg"))
        #expect(FileTree.published(in: site.output).contains("film/master.m3u8"))
        #expect(FileTree.published(in: site.output).contains("film/thumbnails/poster.jpg"))
    }

    @Test func eachKindHasItsTask() async throws {
        var kinds: [String] = []
        while let kind = try await site.step() { kinds.append(kind) }
        #expect(
            kinds == ["transcode", "sound"] + Array(repeating: "encode", count: 4)
                + ["thumbnails", "package", "publish"])
        try await expectFilm()
    }

    /// Of the first segments, long before the package; each that is told of stays until the job has ended.
    @Test func aPosterIsThereWhileTheJobRuns() async throws {
        try await site.steps(through: "sound")
        #expect(try site.posters() == [])
        try await site.step()
        var posters = try site.posters()
        #expect(posters.count == 1)
        try await site.steps(through: "package")
        posters += try site.posters()
        for poster in posters {
            #expect(poster.hasPrefix("\(site.output.path)/.vtranscode/jobs/"))
            #expect(try Data(contentsOf: URL(filePath: poster)).starts(with: [0xFF, 0xD8]))
        }
        let last = try Data(contentsOf: URL(filePath: try #require(posters.last)))
        try await site.step()
        try await expectFilm()
        let poster = site.output.appending(path: "film/thumbnails/poster.jpg")
        #expect(try Data(contentsOf: poster) == last)
    }

    /// As a short job's does, in its only task.
    @Test func aShortJobTellsOfAPosterToo() async throws {
        let site = try await JobSite(isLong: false)
        #expect(try await site.step() == "transcode")
        #expect(try site.posters().isEmpty == false)
        #expect(try await site.step() == nil)
        #expect(try await site.record()?.state == .completed)
        #expect(site.names == ["film"])
    }

    @Test func whatIsBuiltGoesWithACancelledJob() async throws {
        try await site.steps(through: "package")
        #expect(site.built.count == 1)
        _ = try await site.bench.store.cancel(site.job)
        #expect(try await site.step() == "cleanup")
        #expect(try await site.record()?.state == .cancelled)
        #expect(site.names == [])
        #expect(try await site.step() == nil)
    }

    /// The folder of a failed job may be removed before somebody retries it: what is done then counts as done.
    @Test func whatIsGoneIsBuiltAnew() async throws {
        try await site.steps(through: "package")
        try site.cleanUp()
        #expect(site.names == [])
        #expect(try await site.step() == "publish")
        try await expectFilm()
    }

    @Test func aRetryAfterATakenNamePublishes() async throws {
        try await site.steps(through: "package")
        let mine = site.output.appending(path: "film")
        try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: mine.appending(path: "diary.txt"))
        #expect(try await site.step() == "publish")
        #expect(try await site.record()?.failure?.code == "EXISTS")
        #expect(site.built == [])
        #expect(try await site.step() == "cleanup")
        #expect(FileTree.published(in: site.output) == ["film/diary.txt"])
        try FileManager.default.removeItem(at: mine)
        // What was made is gone, and is shared out once more; who publishes puts it together.
        _ = try await site.bench.store.retry(site.job)
        var kinds: [String] = []
        while let kind = try await site.step() { kinds.append(kind) }
        #expect(
            kinds == ["sound"] + Array(repeating: "encode", count: 4) + ["thumbnails", "publish"])
        try await expectFilm()
    }

    @Test func aPublicationWhoseWorkerIsGoneIsBroughtToItsEnd() async throws {
        try await site.steps(through: "package")
        #expect(try await site.step(dies: true) == "publish")
        #expect(site.built.count == 1)
        #expect(try await site.step() == nil)
        try await site.recover()
        try await expectFilm()
    }

    @Test func aPublicationWhoseFolderIsGoneToo() async throws {
        try await site.steps(through: "package")
        try await site.step(dies: true)
        try site.cleanUp()
        await #expect(throws: (any Error).self) { try await site.recover() }
        #expect(site.names == [])
    }
}
