#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Single system calls that fail, each with a past finding of `Scripts/faults`.
    @Suite struct FaultInjectionTests {
        /// A small upload with a sidecar, and an output folder.
        private struct Site {
            let folder: TemporaryFolder
            let upload: URL
            let output: URL

            init() async throws {
                folder = try TemporaryFolder("fault")
                let input = try folder.folder("in").resolvingSymlinksInPath()
                upload = input.appending(path: "clip.mp4")
                output = input.deletingLastPathComponent().appending(path: "out")
                try await FFmpeg.run(
                    ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=1", FFprobe.path(upload)])
                try Data("1\n00:00:00,100 --> 00:00:00,900\nHello\n".utf8)
                    .write(to: input.appending(path: "clip.en.srt"))
            }

            /// Runs the command; every call of a kind on one path fails.
            func run(_ call: String, on path: URL, failsWith error: String) async throws
                -> RunReport
            {
                let options = [
                    "-f", "-o", folder.file("trace").path, "-P", path.path, "-e", "trace=\(call)",
                    "-e", "inject=\(call):error=\(error)",
                ]
                let strace = try Command(
                    "strace",
                    options + [VTranscode.binary.get()]
                        + VTranscode.runArguments([upload], to: output, ["--jobs", "1"]))
                let result = try await strace.run()
                let trace = try String(contentsOf: folder.file("trace"), encoding: .utf8)
                #expect(trace.contains("(INJECTED)"), "\(result.errorOutput)")
                return RunReport(
                    status: result.status, lines: result.lines, errorOutput: result.errorOutput)
            }

            /// Checks that a run without failing calls publishes the package with captions, and leaves no hidden files.
            func expectPackageOfNextRun(_ outcome: RunEventLine.Outcome) async throws {
                let next = try await VTranscode.run([upload], to: output)
                #expect(next.finished.map(\.outcome) == [outcome], "\(next.errorOutput)")
                let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
                #expect(names.sorted() == ["clip", "index.json"])
                let package = try PublishedPackage(output.appending(path: "clip"))
                #expect(try await ManifestChecker.problems(in: package).isEmpty)
                #expect(FileTree.files(in: package.folder).contains { $0.hasPrefix("captions/") })
            }
        }

        @Test(
            "Unreadable captions fail the upload; the package is never published without them",
            arguments: [("getdents64", "in"), ("pread64", "in/clip.en.srt")])
        func unreadableCaptionsFailTheUpload(call: String, path: String) async throws {
            let site = try await Site()
            let input = site.upload.deletingLastPathComponent().deletingLastPathComponent()
            let report = try await site.run(
                call, on: input.appending(path: path), failsWith: "EIO")
            #expect(report.status == 74)
            #expect(report.finished.map(\.error?.code) == ["UNREADABLE"])
            #expect(FileTree.published(in: site.output) == ["index.json"])
            try await site.expectPackageOfNextRun(.published)
        }

        @Test func leftoversAreRemovedByTheNextRun() async throws {
            let site = try await Site()
            let report = try await site.run(
                "rmdir", on: site.output.appending(path: ".vtranscode"), failsWith: "ESTALE")
            #expect(report.status == 0)
            try await site.expectPackageOfNextRun(.unchanged)
        }

        @Test(arguments: [("EIO", "OUTPUT"), ("EDQUOT", "DISK_FULL")])
        func incompleteIndexIsNotWritten(error: String, code: String) async throws {
            let site = try await Site()
            let report = try await site.run(
                "openat", on: site.output.appending(path: "clip/manifest.json"), failsWith: error)
            #expect(report.status == 74)
            #expect(report.errorOutput.contains(" \(code): its index cannot be made"))
            #expect(!FileTree.published(in: site.output).contains("index.json"))
            try await site.expectPackageOfNextRun(.unchanged)
        }
    }
#endif
