import Foundation
import TestSupport
import Testing

/// Repeated runs: packages are unchanged, and replaced only with `--force`.
@Suite struct RepeatTests {
    @Test func secondRunLeavesPackagesUnchanged() async throws {
        let folder = try TemporaryFolder("again")
        let output = folder.file("out")
        let first = try await VTranscode.run([Clip.small()], to: output)
        #expect(first.status == 0, "\(first.errorOutput)")
        let before = try await FileTree.digests(of: output)
        let second = try await VTranscode.run([Clip.small()], to: output)
        #expect(second.status == 0)
        #expect(second.finished.map(\.outcome) == [.unchanged])
        #expect(try await FileTree.digests(of: output) == before)
    }

    @Test func packageOfAnotherUploadIsReplacedOnlyWithForce() async throws {
        let folder = try TemporaryFolder("exists")
        let output = folder.file("out")
        _ = try await VTranscode.run([Clip.small()], to: output, "--name", "clip")
        let before = try await FileTree.digests(of: output)
        let other = folder.file("other.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x240:d=2", FFprobe.path(other)])

        let rejected = try await VTranscode.run([other], to: output, "--name", "clip")
        #expect(rejected.status == 1)
        let error = try #require(rejected.finished.first?.error)
        #expect(error.code == "EXISTS")
        #expect(error.advice.contains("another --name or --output"))
        #expect(error.advice.contains("replace the package with --force"))
        #expect(try await FileTree.digests(of: output) == before)

        let forced = try await VTranscode.run([other], to: output, "--name", "clip", "--force")
        #expect(forced.status == 0)
        #expect(forced.finished.map(\.outcome) == [.published])
        let package = try PublishedPackage(output.appending(path: "clip"))
        #expect(package.rungs.map(\.track.name) == ["240p"])
        #expect(try await ManifestChecker.problems(in: package).isEmpty)
    }

    /// Only packages are replaced with `--force`.
    @Test(arguments: [[], ["--force"]])
    func otherFolderIsNeverReplaced(_ options: [String]) async throws {
        let folder = try TemporaryFolder("taken")
        let output = folder.file("out")
        let taken = try folder.folder("out/clip").appending(path: "diary.txt")
        try Data("mine".utf8).write(to: taken)
        let arguments = VTranscode.runArguments(
            [try Clip.small()],
            to: output,
            ["--name", "clip"] + options
        )
        let run = try await VTranscode.command(arguments).run()
        #expect(run.status == 1, "\(run.errorOutput)")
        let end = run.lines.compactMap(RunEventLine.init).first { $0.event == .finished }
        #expect(end?.error?.code == "EXISTS")
        #expect(end?.error?.advice.contains("--force") == false)
        #expect(try Data(contentsOf: taken) == Data("mine".utf8))
        #expect(FileTree.published(in: output).filter { $0 != "index.json" } == ["clip/diary.txt"])
    }

    @Test func forcedRunPublishesTheSamePackage() async throws {
        let folder = try TemporaryFolder("forced")
        let output = folder.file("out")
        _ = try await VTranscode.run([Clip.small()], to: output)
        let before = try await FileTree.digests(of: output)
        let forced = try await VTranscode.run([Clip.small()], to: output, "--force")
        #expect(forced.finished.map(\.outcome) == [.published])
        #expect(forced.finished.first?.reused == 0)
        #expect(try await FileTree.digests(of: output) == before)
    }

    @Test func indexIsRebuiltFromTheManifests() async throws {
        let folder = try TemporaryFolder("index")
        let output = folder.file("out")
        _ = try await VTranscode.run([Clip.small()], to: output)
        let index = output.appending(path: "index.json")
        let before = try TimelessJSON.text(of: index)
        try FileManager.default.removeItem(at: index)
        #expect(try await VTranscode.call("index", output.path).status == 0)
        #expect(try TimelessJSON.text(of: index) == before)
    }
}
