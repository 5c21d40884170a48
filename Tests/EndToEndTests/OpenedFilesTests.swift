#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// What a child opens, as strace sees it.
    @Suite struct OpenedFilesTests {
        /// glibc's allocator looks there before it gives memory back (malloc/arena.c, check_may_shrink_heap).
        private static let allocator = "/proc/sys/vm/overcommit_memory"

        /// Once it has work, the upload and files that are not yet published; before, what belongs to the system.
        @Test func childOpensItsUploadAndNothingElse() async throws {
            let folder = try TemporaryFolder("strace")
            let upload = folder.file("clip.mp4").resolvingSymlinksInPath()
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=320x240:d=3", "-f", "lavfi", "-i", "sine=d=3"]
                    + ["-pix_fmt", "yuv420p", FFprobe.path(upload)])
            let output = folder.file("out")
            let traces = try folder.folder("traces")
            let run = VTranscode.runArguments([upload], to: output, ["--jobs", "2"])
            let calls =
                "prctl,open,openat,openat2,creat,socket,connect,execve,clone,clone3,fork,vfork"
            let tracing = ["-ff", "-e", "trace=\(calls)", "-o", "\(traces.path)/thread"]
            let strace = try Command("strace", tracing + [VTranscode.binary.get()] + run)
            let result = try await strace.run(cores: .max)
            try #require(result.status == 0, "\(result.complaint)")

            let children = try ThreadTrace.children(in: traces)
            #expect(!children.isEmpty)
            let scratch = output.resolvingSymlinksInPath().path + "/.vtranscode/"
            for child in children {
                let (atStart, later) = child.main.openings
                #expect(later == [])
                #expect(!atStart.contains { $0.path == upload.path })
                #expect(atStart.allSatisfy { !$0.isWriting })
                let opened = child.threads.flatMap { $0.openings.atStart + $0.openings.later }
                #expect(opened.contains { $0.path == upload.path })
                let others = opened.filter { !$0.path.hasPrefix(scratch) }
                #expect(Set(others.map(\.path)).subtracting([upload.path, Self.allocator]) == [])
                #expect(others.allSatisfy { !$0.isWriting })
                for thread in [child.main] + child.threads {
                    #expect(thread.lines.filter { $0.hasPrefix("socket(") } == [])
                    #expect(thread.lines.filter { $0.hasPrefix("execve(") } == [])
                }
            }
        }
    }
#endif
