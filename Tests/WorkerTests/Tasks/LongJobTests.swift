import Foundation
import JobQueue
import TestSupport
import Testing

/// A job with several tasks.
@Suite struct LongJobTests {
    let site: JobSite

    init() async throws { site = try await JobSite() }

    private func expectPackage() async throws {
        let record = try #require(try await site.record())
        #expect(record.state == .completed && record.progress == 1)
        #expect(site.names == ["film"])
        let result = try #require(record.result)
        #expect(result.contains("\(site.output.path)/film/thumbnails/poster.jpg"))
        #expect(FileTree.published(in: site.output).contains("film/master.m3u8"))
        #expect(FileTree.published(in: site.output).contains("film/thumbnails/poster.jpg"))
    }

    @Test func longJobHasTasksOfAllKinds() async throws {
        var kinds: [String] = []
        while let kind = try await site.step() { kinds.append(kind) }
        #expect(
            kinds == ["transcode", "audio"] + Array(repeating: "encode", count: 4)
                + ["thumbnails", "package", "publish"])
        try await expectPackage()
    }

    /// Posters of the first segments are available long before the package, and remain until the job has ended.
    @Test func runningJobHasAPoster() async throws {
        try await site.steps(through: "audio")
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
        try await expectPackage()
        let poster = site.output.appending(path: "film/thumbnails/poster.jpg")
        #expect(try Data(contentsOf: poster) == last)
    }

    /// A short job has a single task.
    @Test func shortJobHasAPoster() async throws {
        let site = try await JobSite(isLong: false)
        #expect(try await site.step() == "transcode")
        #expect(try site.posters().isEmpty == false)
        #expect(try await site.step() == nil)
        #expect(try await site.record()?.state == .completed)
        #expect(site.names == ["film"])
    }

    @Test func stagedPackageOfCancelledJobIsRemoved() async throws {
        try await site.steps(through: "package")
        #expect(site.built.count == 1)
        _ = try await site.bench.store.cancel(site.job)
        #expect(try await site.step() == "cleanup")
        #expect(try await site.record()?.state == .cancelled)
        #expect(site.names == [])
        #expect(try await site.step() == nil)
    }

    /// The workspace of a failed job may be removed before a retry, although its tasks are completed.
    @Test func missingArtifactsAreCreatedAgain() async throws {
        try await site.steps(through: "package")
        try site.cleanUp()
        #expect(site.names == [])
        #expect(try await site.step() == "publish")
        try await expectPackage()
    }

    @Test func retryAfterNameConflictPublishes() async throws {
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
        // The artifacts were removed: the tasks run again.
        _ = try await site.bench.store.retry(site.job)
        var kinds: [String] = []
        while let kind = try await site.step() { kinds.append(kind) }
        #expect(
            kinds == ["audio"] + Array(repeating: "encode", count: 4) + ["thumbnails", "publish"])
        try await expectPackage()
    }

    @Test func publicationOfCrashedWorkerIsResolved() async throws {
        try await site.steps(through: "package")
        #expect(try await site.step(crashes: true) == "publish")
        #expect(site.built.count == 1)
        #expect(try await site.step() == nil)
        try await site.resolve()
        try await expectPackage()
    }

    @Test func publicationWithoutWorkspaceIsRepeated() async throws {
        try await site.steps(through: "package")
        try await site.step(crashes: true)
        try site.cleanUp()
        await #expect(throws: (any Error).self) { try await site.resolve() }
        #expect(site.names == [])
    }
}
