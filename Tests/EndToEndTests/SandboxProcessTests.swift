import Foundation
import Synchronization
import TestSupport
import Testing

/// Sandbox processes: the end of one fails its upload, not the run.
@Suite struct SandboxProcessTests {
    /// Packages do not depend on the process that decodes.
    @Test func sandboxDoesNotChangeThePackage() async throws {
        let folder = try TemporaryFolder("sandboxMode")
        let upload = try await Self.clip(seconds: 4, in: folder)
        var digests: [[String: String]] = []
        for options in [["--in-process"], ["--jobs", "1"], ["--jobs", "3"]] {
            let output = folder.file("out-\(digests.count)")
            let run = VTranscode.runArguments([upload], to: output, options)
            try await VTranscode.command(run).succeed(cores: .max)
            digests.append(try await FileTree.digests(of: output))
        }
        #expect(digests[0].contains { $0.key.hasSuffix(".m4s") })
        #expect(FileTree.differences(digests[0], digests[1]).isEmpty)
        #expect(FileTree.differences(digests[0], digests[2]).isEmpty)
    }

    #if os(Linux)
        /// The longer upload starts after the sandbox process of the first one has crashed.
        @Test(arguments: [(signal: SIGSEGV, code: "CRASHED"), (SIGKILL, "KILLED")])
        func crashedSandboxProcessFailsItsUploadAlone(signal: Int32, code: String) async throws {
            let folder = try TemporaryFolder("crash")
            let bad = try await Self.clip(seconds: 20, in: folder)
            let good = try await Self.clip(seconds: 22, in: folder)
            let output = folder.file("out")
            let run = VTranscode.runArguments([bad, good], to: output, ["--jobs", "1"])
            let result = try await WatchedCommand(VTranscode.command(run)).run { line in
                guard let event = RunEventLine(line) else { return false }
                return event.event == .progress && event.upload == bad.path
            } do: { process in
                let count = try await ChildProcess.signal(
                    signal, toChildOf: process, reading: bad)
                #expect(count == 1)
            }
            let report = RunReport(
                status: result.status, lines: result.lines, errorOutput: result.errorOutput)
            #expect(report.end(of: bad.lastPathComponent)?.error?.code == code)
            #expect(report.end(of: good.lastPathComponent)?.outcome == .published)
            #expect(result.status == 1)
            #expect(FileTree.published(in: output).allSatisfy { !$0.hasPrefix("clip-20") })
        }

        /// A terminal interrupts the process group: sandbox processes ignore the signal.
        @Test func interruptedProcessGroupIsAnInterruptedRun() async throws {
            let folder = try TemporaryFolder("group")
            let upload = try await Self.clip(seconds: 30, in: folder)
            let output = folder.file("out")
            let run = VTranscode.runArguments([upload], to: output, ["--jobs", "2"])
            let result = try await WatchedCommand(VTranscode.command(run)).run {
                RunEventLine($0)?.event == .progress
            } do: { process in
                for child in ChildProcess.children(of: process) { kill(child, SIGINT) }
                kill(process, SIGINT)
            }
            #expect(result.status == 130)
            #expect((result.secondsAfterAction ?? .infinity) < 1)
            let ends = result.lines.compactMap(RunEventLine.init).filter { $0.event == .finished }
            #expect(ends.map(\.outcome) == [.interrupted])
            #expect(FileTree.published(in: output).filter { $0 != "index.json" }.isEmpty)
        }

        @Test func exceededMemoryIsReported() async throws {
            let folder = try TemporaryFolder("memory-limit")
            let upload = folder.file("large.mp4")
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=4", "-pix_fmt", "yuv420p"]
                    + ["-preset", "ultrafast", FFprobe.path(upload)])
            let run = VTranscode.runArguments([upload], to: folder.file("out"), ["--jobs", "1"])
            // In kilobytes: sufficient for the start and the probe, but not for encoding.
            let limited = ["-c", "ulimit -d 200000; exec \"$0\" \"$@\""]
            let output = try await Command("sh", limited + [VTranscode.binary.get()] + run)
                .run(cores: .max)
            #expect(output.status == 1)
            #expect(output.text.contains("TOO_MUCH_MEMORY"), "\(output.text)")
        }

        @Test func sandboxProcessesEndWithTheirParent() async throws {
            let folder = try TemporaryFolder("orphans")
            let upload = try await Self.clip(seconds: 30, in: folder)
            let run = VTranscode.runArguments([upload], to: folder.file("out"), ["--jobs", "2"])
            let orphans = Mutex<[Int32]>([])
            let result = try await WatchedCommand(VTranscode.command(run)).run {
                RunEventLine($0)?.event == .progress
            } do: { process in
                orphans.withLock { $0 = ChildProcess.children(of: process) }
                kill(process, SIGKILL)
            }
            #expect(result.status == 128 + SIGKILL)
            let children = orphans.withLock(\.self)
            #expect(!children.isEmpty)
            // A process descriptor is readable after the end of the process.
            let script = """
                import os, select, sys
                for process in map(int, sys.argv[1:]):
                    try:
                        descriptor = os.pidfd_open(process)
                    except ProcessLookupError:
                        continue
                    if not select.select([descriptor], [], [], 1)[0]:
                        sys.exit(f"{process} still runs")
                """
            try await Command("python3", ["-c", script] + children.map(String.init)).succeed()
        }
    #endif

    /// Makes a clip with audio, whose name has its length.
    private static func clip(seconds: Int, in folder: TemporaryFolder) async throws -> URL {
        let file = folder.file("clip-\(seconds).mp4").resolvingSymlinksInPath()
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=\(seconds)"]
                + ["-f", "lavfi", "-i", "sine=d=\(seconds)", "-pix_fmt", "yuv420p"]
                + ["-preset", "ultrafast", FFprobe.path(file)])
        return file
    }
}
