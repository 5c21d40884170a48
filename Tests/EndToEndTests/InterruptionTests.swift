import Foundation
import TestSupport
import Testing

/// Interruptions and the number of jobs, which do not change the package.
@Suite struct InterruptionTests {
    /// A clip of a minute, and the digests of its package by an uninterrupted run.
    struct Reference: Sendable {
        let upload: URL
        let digests: [String: String]

        static let shared = Task {
            let folder = try TemporaryFolder.untilExit("reference")
            let upload = try await Clip.long(in: folder)
            let output = folder.appending(path: "out")
            let report = try await VTranscode.run([upload], to: output, "--jobs", "1")
            #expect(report.status == 0, "\(report.errorOutput)")
            return Reference(
                upload: upload,
                digests: try await FileTree.digests(of: output)
            )
        }
    }

    @Test func packageDoesNotDependOnTheNumberOfJobs() async throws {
        let reference = try await Reference.shared.value
        let folder = try TemporaryFolder("jobs")
        let output = folder.file("out")
        let report = try await VTranscode.run([reference.upload], to: output, "--jobs", "4")
        #expect(report.status == 0)
        let digests = try await FileTree.digests(of: output)
        #expect(FileTree.differences(digests, reference.digests).isEmpty)
    }

    @Test func killedRunResumes() async throws {
        let reference = try await Reference.shared.value
        let folder = try TemporaryFolder("killed")
        let output = folder.file("out")
        let killed = try await stop(reference.upload, to: output, at: 0.4, with: SIGKILL)
        #expect(killed.status == 128 + SIGKILL)
        #expect(packages(in: output).isEmpty)

        let again = try await VTranscode.run([reference.upload], to: output)
        #expect(again.status == 0, "\(again.errorOutput)")
        let reused = again.finished.first?.reused ?? 0
        #expect(reused > 0 && reused <= again.finished.first?.segments ?? 0)
        let digests = try await FileTree.digests(of: output)
        #expect(FileTree.differences(digests, reference.digests).isEmpty)
    }

    /// Renditions of HEVC, and two codecs in one package.
    @Test(arguments: [["hevc"], ["h264", "hevc"]])
    func killedRunOfAnyCodecResumes(codecs: [String]) async throws {
        let folder = try TemporaryFolder("killed-hevc")
        let upload = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=180", "-c:v", "libx264"]
                + ["-preset", "ultrafast", FFprobe.path(upload)])
        let preset = folder.file("small.yaml")
        let text = """
            name: small
            description: Small.
            video: { encoder: { point: economy } }
            thumbnails: none
            ladder:

            """
            + codecs.map { "  - { name: \($0), codec: \($0), size: 90, maxrate: 400k }\n" }.joined()
        try Data(text.utf8).write(to: preset)
        let options = ["--preset", preset.path]
        let whole = folder.file("whole")
        let output = folder.file("out")
        let reference = try await VTranscode.command(
            VTranscode.runArguments([upload], to: whole, options)
        ).run()
        #expect(reference.status == 0, "\(reference.errorOutput)")
        let killed = try await stop(upload, to: output, at: 0.5, with: SIGKILL, options)
        #expect(killed.status == 128 + SIGKILL)
        #expect(packages(in: output).isEmpty)
        let again = try await VTranscode.command(
            VTranscode.runArguments([upload], to: output, options)
        ).run()
        #expect(again.status == 0, "\(again.errorOutput)")
        let reused = again.lines.compactMap(RunEventLine.init).compactMap(\.reused).max() ?? 0
        #expect(reused > 0)
        let digests = try await FileTree.digests(of: output)
        #expect(try await FileTree.differences(digests, FileTree.digests(of: whole)).isEmpty)
    }

    /// The run exits with 130 within a second, and publishes no package.
    @Test func interruptedRunStopsWithinASecond() async throws {
        let reference = try await Reference.shared.value
        let folder = try TemporaryFolder("interrupted")
        let output = folder.file("out")
        let stopped = try await stop(reference.upload, to: output, at: 0.1, with: SIGINT)
        #expect(stopped.status == 130)
        #expect((stopped.secondsAfterAction ?? .infinity) < 1)
        #expect(packages(in: output).isEmpty)
        let ends = stopped.lines.compactMap(RunEventLine.init).filter { $0.event == .finished }
        #expect(ends.map(\.outcome) == [.interrupted])
    }

    private func stop(
        _ upload: URL,
        to output: URL,
        at fraction: Double,
        with signal: Int32,
        _ options: [String] = []
    ) async throws -> WatchedCommand.Output {
        let run = try VTranscode.command(VTranscode.runArguments([upload], to: output, options))
        let result = try await WatchedCommand(run).run { line in
            RunEventLine(line).map { ($0.fraction ?? 0) >= fraction } ?? false
        } do: { process in
            _ = kill(process, signal)
        }
        _ = try #require(result.secondsAfterAction, "the run ended before it was stopped")
        return result
    }

    private func packages(in output: URL) -> [String] {
        FileTree.published(in: output).filter { $0 != "index.json" }
    }
}
