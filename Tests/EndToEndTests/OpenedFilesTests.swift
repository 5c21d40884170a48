#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The files that the command and its sandbox processes open, traced by strace.
    @Suite struct OpenedFilesTests {
        static let hostile = UploadFolder.uploads.filter {
            $0.entry?.categories?.contains("hostile") ?? false
        }

        /// The files that glibc reads: before it releases memory (malloc/arena.c, check_may_shrink_heap), and for the
        /// first date (time/tzfile.c).
        private static let library: Set = ["/proc/sys/vm/overcommit_memory", "/etc/localtime"]

        private struct Traced {
            let result: Command.Output
            let threads: [ThreadTrace]
            let children: [ThreadTrace.Process]
            /// The workspace of the run.
            let workspace: String
        }

        /// A sandbox process inherits the upload's descriptor, and opens files of its own folder only.
        @Test func sandboxProcessOpensNoFilesOfTheUser() async throws {
            let folder = try TemporaryFolder("strace")
            let upload = folder.file("clip.mp4").resolvingSymlinksInPath()
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=320x240:d=3", "-f", "lavfi", "-i", "sine=d=3"]
                    + ["-pix_fmt", "yuv420p", FFprobe.path(upload)])
            let traced = try await Self.trace(upload, in: folder)
            try #require(traced.result.status == 0, "\(traced.result.errorOutput)")
            #expect(!traced.children.isEmpty)
            for child in traced.children {
                Self.expectNoOtherFiles(than: upload, in: child, traced)
            }
        }

        /// Names of files and hosts in an upload are never opened, neither by sandbox processes nor by their parent.
        @Test(arguments: hostile)
        func hostileUploadOpensNoFiles(_ upload: TestUpload) async throws {
            let folder = try TemporaryFolder("strace")
            let url = upload.url.resolvingSymlinksInPath()
            let traced = try await Self.trace(url, in: folder)
            for child in traced.children { Self.expectNoOtherFiles(than: url, in: child, traced) }
            let neighbors = url.deletingLastPathComponent().path + "/"
            // The upload and its sidecars.
            let own = url.deletingPathExtension().path + "."
            for thread in traced.threads {
                let openings = thread.openings
                let opened = (openings.atStart + openings.later).map(\.path)
                #expect(opened.filter { $0.hasPrefix(neighbors) && !$0.hasPrefix(own) } == [])
                #expect(thread.lines.filter { $0.hasPrefix("connect(") } == [])
            }
        }

        private static func trace(_ upload: URL, in folder: TemporaryFolder) async throws -> Traced
        {
            let output = folder.file("out")
            let files = try folder.folder("traces")
            let run = VTranscode.runArguments([upload], to: output, ["--jobs", "2"])
            let calls =
                "prctl,open,openat,openat2,creat,socket,connect,execve,clone,clone3,fork,vfork"
            let tracing = [
                "-ff", "-s", "4096", "-e", "trace=\(calls)", "-o", "\(files.path)/thread",
            ]
            let strace = try Command("strace", tracing + [VTranscode.binary.get()] + run)
            let result = try await strace.run()
            let traces = try ThreadTrace.all(in: files)
            return Traced(
                result: result, threads: Array(traces.values),
                children: ThreadTrace.children(in: traces),
                workspace: output.resolvingSymlinksInPath().path + "/.vtranscode/")
        }

        private static func expectNoOtherFiles(
            than upload: URL, in child: ThreadTrace.Process, _ traced: Traced
        ) {
            let (atStart, later) = child.main.openings
            #expect(later == [])
            #expect(atStart.allSatisfy { !$0.isWriting || $0.path == "/dev/null" })
            let opened = child.threads.flatMap { $0.openings.atStart + $0.openings.later }
            #expect(!opened.contains { $0.path == upload.path })
            // Other files are in the current folder and in the folder of artifacts.
            let others = opened.filter {
                $0.path.hasPrefix("/") && !$0.path.hasPrefix(traced.workspace)
            }
            #expect(Set(others.map(\.path)).subtracting(library) == [])
            #expect(others.allSatisfy { !$0.isWriting })
            for thread in [child.main] + child.threads {
                #expect(thread.lines.filter { $0.hasPrefix("socket(") } == [])
                #expect(thread.lines.filter { $0.hasPrefix("execve(") } == [])
            }
        }
    }
#endif
