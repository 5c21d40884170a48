import Foundation
import JobQueue
import TestSupport
import Testing

/// A job with several tasks.
@Suite struct LongJobTests {
    let fixture: JobFixture

    init() async throws { fixture = try await JobFixture() }

    private func expectPackage() async throws {
        let record = try #require(try await fixture.record())
        #expect(record.state == .completed && record.progress == 1)
        #expect(fixture.names == ["film"])
        let result = try #require(record.result)
        #expect(result.contains("\(fixture.output.path)/film/thumbnails/poster.jpg"))
        #expect(FileTree.published(in: fixture.output).contains("film/master.m3u8"))
        #expect(FileTree.published(in: fixture.output).contains("film/thumbnails/poster.jpg"))
    }

    @Test func longJobHasTasksOfAllKinds() async throws {
        var kinds: [String] = []
        while let kind = try await fixture.step() { kinds.append(kind) }
        #expect(
            kinds == ["transcode", "audio"] + Array(repeating: "encode", count: 4)
                + ["thumbnails", "package", "publish"])
        try await expectPackage()
    }

    /// Posters of the first segments are available long before the package, and remain until the job has ended.
    @Test func runningJobHasAPoster() async throws {
        try await fixture.steps(through: "audio")
        #expect(try fixture.posters() == [])
        try await fixture.step()
        var posters = try fixture.posters()
        #expect(posters.count == 1)
        try await fixture.steps(through: "package")
        posters += try fixture.posters()
        for poster in posters {
            #expect(poster.hasPrefix("\(fixture.output.path)/.vtranscode/jobs/"))
            #expect(try Data(contentsOf: URL(filePath: poster)).starts(with: [0xFF, 0xD8]))
        }
        let last = try Data(contentsOf: URL(filePath: try #require(posters.last)))
        try await fixture.step()
        try await expectPackage()
        let poster = fixture.output.appending(path: "film/thumbnails/poster.jpg")
        #expect(try Data(contentsOf: poster) == last)
    }

    /// A short job has a single task.
    @Test func shortJobHasAPoster() async throws {
        let fixture = try await JobFixture(isLong: false)
        #expect(try await fixture.step() == "transcode")
        #expect(try fixture.posters().isEmpty == false)
        #expect(try await fixture.step() == nil)
        #expect(try await fixture.record()?.state == .completed)
        #expect(fixture.names == ["film"])
    }

    @Test func stagedPackageOfCancelledJobIsRemoved() async throws {
        try await fixture.steps(through: "package")
        #expect(fixture.built.count == 1)
        _ = try await fixture.bench.store.cancel(fixture.job)
        #expect(try await fixture.step() == "cleanup")
        #expect(try await fixture.record()?.state == .cancelled)
        #expect(fixture.names == [])
        #expect(try await fixture.step() == nil)
    }

    /// The workspace of a failed job may be removed before a retry, although its tasks are completed.
    @Test func missingArtifactsAreCreatedAgain() async throws {
        try await fixture.steps(through: "package")
        try fixture.cleanUp()
        #expect(fixture.names == [])
        #expect(try await fixture.step() == "publish")
        try await expectPackage()
    }

    @Test func retryAfterNameConflictPublishes() async throws {
        try await fixture.steps(through: "package")
        let mine = fixture.output.appending(path: "film")
        try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: mine.appending(path: "diary.txt"))
        #expect(try await fixture.step() == "publish")
        #expect(try await fixture.record()?.failure?.code == "EXISTS")
        #expect(fixture.built == [])
        #expect(try await fixture.step() == "cleanup")
        #expect(FileTree.published(in: fixture.output) == ["film/diary.txt"])
        try FileManager.default.removeItem(at: mine)
        // The artifacts were removed: the tasks run again.
        _ = try await fixture.bench.store.retry(fixture.job)
        var kinds: [String] = []
        while let kind = try await fixture.step() { kinds.append(kind) }
        #expect(
            kinds == ["audio"] + Array(repeating: "encode", count: 4) + ["thumbnails", "publish"])
        try await expectPackage()
    }

    @Test func publicationOfCrashedWorkerIsResolved() async throws {
        try await fixture.steps(through: "package")
        #expect(try await fixture.step(crashes: true) == "publish")
        #expect(fixture.built.count == 1)
        #expect(try await fixture.step() == nil)
        try await fixture.resolve()
        try await expectPackage()
    }

    @Test func publicationWithoutWorkspaceIsRepeated() async throws {
        try await fixture.steps(through: "package")
        try await fixture.step(crashes: true)
        try fixture.cleanUp()
        await #expect(throws: (any Error).self) { try await fixture.resolve() }
        #expect(fixture.names == [])
    }
}
