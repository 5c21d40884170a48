import Foundation
import TestSupport
import Testing

/// Commands other than `run`: their exit statuses and output.
@Suite struct CommandTests {
    static let small = UploadFolder.accepted.filter(\.isSmall)

    @Test(arguments: [
        ["run"], ["run", "clip.mp4"], ["run", "clip.mp4", "--output", "out", "--jobs", "none"],
        ["nonsense"], ["run", "clip.mp4", "--output", "out", "--preset", "compress-low"],
        ["run", "a.mp4", "b.mp4", "--output", "out", "--name", "one"],
    ])
    func usageErrorIsStatus64(_ arguments: [String]) async throws {
        #expect(try await VTranscode.command(arguments).run().status == 64)
    }

    /// The name would be parsed as the option -h among others, and print the help.
    @Test func fileWithLeadingDashIsReported() async throws {
        let folder = try TemporaryFolder("dash")
        let name = "-holiday.mp4"
        try FileManager.default.copyItem(at: try Clip.small(), to: folder.file(name))
        func probe(_ arguments: String...) async throws -> Command.Output {
            let command = try VTranscode.command(["probe"] + arguments)
            let words = ["-c", "cd \"$0\" && exec \"$@\"", folder.url.path, command.program]
            return try await Command("sh", words + command.arguments).run()
        }
        let misread = try await probe(name)
        #expect(misread.status == 64)
        #expect(misread.errorOutput.contains("./-holiday.mp4"), "\(misread.errorOutput)")
        let read = try await probe("--", name)
        #expect(read.status == 0, "\(read.errorOutput)")
    }

    @Test(arguments: [
        [], ["run"], ["probe"], ["plan"], ["compress"], ["thumbnails"], ["presets"], ["index"],
        ["package"], ["package", "remove"], ["gc"],
    ])
    func everyCommandHasHelp(_ command: [String]) async throws {
        let output = try await VTranscode.command(command + ["--help"]).run()
        #expect(output.status == 0)
        #expect(output.text.contains("USAGE"))
    }

    @Test func unknownPresetSuggestsASimilarOne() async throws {
        let folder = try TemporaryFolder("preset")
        let output = try await VTranscode.call(
            "run",
            try Clip.small().path,
            "--output",
            folder.file("out").path,
            "--preset",
            "hls-lader"
        )
        #expect(output.status == 65)
        #expect(output.errorOutput.contains("hls-ladder"))
    }

    @Test(arguments: ["hls-ladder", "hls-ladder-60", "compress-low"])
    func shippedPresetsAreListedAndShown(_ name: String) async throws {
        #expect(try await VTranscode.call("presets", "list").text.contains(name))
        #expect(try await VTranscode.call("presets", "show", name).text.contains("name: \(name)"))
    }

    @Test(arguments: ["probe", "plan"])
    func probeAndPlanAreJSON(_ command: String) async throws {
        let output = try await VTranscode.call(command, try Clip.small().path, "--json")
        #expect(output.status == 0, "\(output.errorOutput)")
        _ = try JSONSerialization.jsonObject(with: output.standardOutput)
    }

    @Test(arguments: ["low", "medium", "high"])
    func compressedFileIsSmallerAndPlays(_ quality: String) async throws {
        let folder = try TemporaryFolder("compress")
        let (upload, file) = (try Clip.small(), folder.file("small.mp4"))
        let output = try await VTranscode.call(
            "compress",
            upload.path,
            "--output",
            file.path,
            "--quality",
            quality
        )
        #expect(output.status == 0, "\(output.errorOutput)")
        let bytes = try Data(contentsOf: file)
        #expect(bytes.count <= (try Data(contentsOf: upload)).count)
        let errorLines = try await FFmpeg.errorLines(
            ["-xerror", "-i", FFprobe.path(file), "-f", "null", "-"])
        #expect(errorLines.isEmpty)
        // Faststart: the index precedes the media.
        let index = try #require(bytes.range(of: Data("moov".utf8)))
        let media = try #require(bytes.range(of: Data("mdat".utf8)))
        #expect(index.lowerBound < media.lowerBound)
    }

    /// Small uploads in codecs that MP4 has or does not have: the result is not larger, or an error.
    @Test(arguments: small.prefix(2) + small.suffix(3))
    func compressedFileIsNeverLarger(_ upload: TestUpload) async throws {
        let folder = try TemporaryFolder("compress")
        let file = folder.file("small.mp4")
        let output = try await VTranscode.call(
            "compress",
            upload.url.path,
            "--output",
            file.path,
            "--quality",
            "high"
        )
        guard output.status == 0 else {
            #expect(output.status == 65 && output.errorOutput.contains("TOO_LARGE"))
            #expect(output.errorOutput.contains("choose a lower --quality"))
            // No workspace remains.
            #expect(FileTree.files(in: folder.url).isEmpty)
            return
        }
        #expect(output.text.contains(", XPSNR ") == !output.text.contains("REMUXED"))
        let size = try Data(contentsOf: file).count
        #expect(size <= (try Data(contentsOf: upload.url)).count)
        let timeline = try await TimelineCache.shared.timeline(of: upload.url)
        let info = try await FFprobe.info(of: file)
        #expect(info.streams.contains { $0.kind == "video" } == (timeline.video != nil))
        let errorLines = try await FFmpeg.errorLines(
            ["-xerror", "-i", FFprobe.path(file), "-f", "null", "-"])
        #expect(errorLines.isEmpty)
    }

    /// Nothing that is published was encoded for the target.
    @Test func copiedStreamsMissNoTarget() async throws {
        let folder = try TemporaryFolder("compress")
        let upload = folder.file("coarse.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2", "-c:v", "libx264"]
                + ["-crf", "45", "-pix_fmt", "yuv420p", FFprobe.path(upload)])
        let output = try await VTranscode.call(
            "compress", upload.path, "--output", folder.file("out.mp4").path, "--quality",
            "xpsnr=60")
        #expect(output.status == 0, "\(output.errorOutput)")
        #expect(output.text.contains("REMUXED"), "\(output.text)")
        #expect(!output.text.contains("QUALITY_LIMITED"), "\(output.text)")
    }

    @Test func compressReplacesFilesOnlyWithForce() async throws {
        let folder = try TemporaryFolder("compress")
        let file = folder.file("there.mp4")
        try Data("mine".utf8).write(to: file)
        let arguments = ["compress", try Clip.small().path, "--output", file.path]
        let rejected = try await VTranscode.command(arguments).run()
        #expect(rejected.status == 1)
        #expect(
            rejected.errorOutput.contains(
                "choose another --output, or replace the file with --force"))
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        let forced = try await VTranscode.command(arguments + ["--force"]).run()
        #expect(forced.status == 0, "\(forced.errorOutput)")
        #expect(try Data(contentsOf: file) != Data("mine".utf8))
    }

    @Test func compressReplacesNoFolder() async throws {
        let folder = try TemporaryFolder("compress")
        let output = try await VTranscode.call(
            "compress", try Clip.small().path, "--output", folder.url.path, "--force")
        #expect(output.status == 1)
        #expect(output.errorOutput.contains("is not a regular file; choose another --output"))
    }

    @Test func thumbnailsAreImages() async throws {
        let folder = try TemporaryFolder("thumbnails")
        let output = try await VTranscode.call(
            "thumbnails",
            try Clip.small().path,
            "--output",
            folder.file("out").path
        )
        #expect(output.status == 0, "\(output.errorOutput)")
        let files = FileTree.files(in: folder.file("out"))
        let images = files.filter { $0.hasSuffix(".jpg") }
        #expect(images.contains { $0.hasSuffix("poster.jpg") })
        #expect(images.contains { $0.hasSuffix("storyboard-000.jpg") })
        #expect(files.contains { $0.hasSuffix("storyboard.vtt") })
        for image in images {
            let info = try await FFprobe.info(of: folder.file("out").appending(path: image))
            #expect((info.streams.first?.width ?? 0) > 0)
        }
    }
}
