#if os(Linux)
    import Foundation
    import Synchronization
    import TestSupport
    import Testing

    /// The exit of the fork server: a run or worker stops at once, and fails no upload.
    @Suite struct SandboxServerTests {
        @Test func runStopsWithoutFailedUploads() async throws {
            let folder = try TemporaryFolder("server")
            var uploads: [URL] = []
            for seconds in [20, 4, 5, 6] {
                let upload = folder.file("clip-\(seconds).mp4")
                try await FFmpeg.run(
                    [
                        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=\(seconds)", "-c:v",
                        "libx264",
                    ]
                        + ["-preset", "ultrafast", "-g", "25", FFprobe.path(upload)])
                uploads.append(upload)
            }
            let output = folder.file("out")
            let run = VTranscode.runArguments(uploads, to: output, ["--jobs", "1"])
            let killed = Mutex(0)
            let result = try await WatchedCommand(VTranscode.command(run)).run {
                RunEventLine($0)?.event == .progress
            } do: { process in
                let servers = ChildProcess.servers(of: process)
                for server in servers { kill(server, SIGKILL) }
                killed.withLock { $0 = servers.count }
            }
            #expect(killed.withLock(\.self) == 1)
            #expect(result.status == 74)
            #expect(
                result.errorOutput.contains(
                    "the fork server, which starts sandbox processes, has exited"))
            let ends = result.lines.compactMap(RunEventLine.init).filter { $0.event == .finished }
            #expect(ends.count == uploads.count)
            #expect(ends.allSatisfy { [.published, .interrupted].contains($0.outcome) })
            #expect(ends.contains { $0.outcome == .interrupted })
            // The next run resumes.
            let again = try await VTranscode.run(uploads, to: output)
            #expect(again.status == 0, "\(again.errorOutput)")
        }

        @Test(arguments: QueueBackend.all)
        func workerStopsAndAnotherContinues(backend: QueueBackend) async throws {
            try await QueueSite.with(backend) { site in
                let job = try await site.add(QueueUpload.shared.value.upload, "--name", "film")
                let first = try await site.worker()
                try await site.until("an artifact is completed") { site.artifacts > 0 }
                let servers = ChildProcess.servers(of: first.process)
                #expect(servers.count == 1)
                for server in servers { kill(server, SIGKILL) }
                #expect(try await first.status() == 74)
                #expect(
                    first.errorOutput.contains(
                        "the fork server, which starts sandbox processes, has exited"))
                try await site.expectAnotherWorkerCompletes(job)
            }
        }
    }
#endif
