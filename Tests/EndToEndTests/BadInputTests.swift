import Foundation
import TestSupport
import Testing

/// Bad uploads: an error with the file's name and a stable code, and no package.
@Suite struct BadInputTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let name: String
        /// The correct codes.
        let codes: Set<String>
        let make: @Sendable (URL) async throws -> Void
    }

    static let cases = [
        Case(description: "zero bytes", name: "empty.mp4", codes: ["EMPTY"]) {
            try Data().write(to: $0)
        },
        Case(description: "text", name: "letter.mp4", codes: ["NOT_MEDIA"]) {
            try Data("This is not a video.\n".utf8).write(to: $0)
        },
        Case(description: "a playlist of other files", name: "list.mp4", codes: ["NOT_MEDIA"]) {
            try Data("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n".utf8).write(to: $0)
        },
        Case(description: "a still image", name: "photo.jpg", codes: ["STILL_IMAGE"]) {
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1", FFprobe.path($0)])
        },
        Case(description: "a GIF of one frame", name: "photo.gif", codes: ["STILL_IMAGE"]) {
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1", FFprobe.path($0)])
        },
        Case(description: "no moov", name: "cut.mp4", codes: ["TRUNCATED", "NOT_MEDIA"]) {
            let whole = $0.deletingLastPathComponent().appending(path: "whole.mp4")
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=320x240:d=2", FFprobe.path(whole)])
            // The muxer writes moov after the media: the first half has none.
            let bytes = try Data(contentsOf: whole)
            try bytes[..<(bytes.count / 2)].write(to: $0)
        },
        Case(description: "subtitles only", name: "words.mp4", codes: ["NO_TRACKS", "NOT_MEDIA"]) {
            let text = $0.deletingLastPathComponent().appending(path: "words.srt")
            try Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8).write(to: text)
            try await FFmpeg.run(["-i", FFprobe.path(text), "-c:s", "mov_text", FFprobe.path($0)])
        },
    ]

    @Test(arguments: cases)
    func badUploadIsRejectedWithACode(_ bad: Case) async throws {
        let folder = try TemporaryFolder("bad")
        let upload = folder.file(bad.name)
        try await bad.make(upload)
        let output = try folder.folder("out")
        let report = try await VTranscode.run([upload], to: output)
        #expect(report.status == 1)
        let end = try #require(report.end(of: bad.name), "\(report.errorOutput)")
        #expect(end.outcome == .failed)
        #expect(bad.codes.contains(end.error?.code ?? ""), "\(end.error?.code ?? "no code")")
        let leftovers = FileTree.published(in: output).filter { $0 != "index.json" }
        #expect(leftovers.isEmpty)
    }

    /// The exit status is 65, and one line has the file and the code.
    @Test(arguments: cases)
    func probeReportsTheCode(_ bad: Case) async throws {
        let folder = try TemporaryFolder("bad")
        let upload = folder.file(bad.name)
        try await bad.make(upload)
        let output = try await VTranscode.call("probe", upload.path)
        #expect(output.status == 65)
        let lines = output.errorOutput.split(whereSeparator: \.isNewline)
            .filter { line in bad.codes.contains { line.contains($0) } }
        #expect(lines.count == 1, "\(output.errorOutput)")
        #expect(lines.first?.contains(bad.name) ?? false)
    }

    /// Root drops its permission to read every file first.
    @Test func unreadableFileIsReported() async throws {
        let folder = try TemporaryFolder("unreadable")
        let upload = try Clip.copySmall(to: folder.file("secret.mp4"))
        try setMode(0o000, of: upload)
        let arguments = VTranscode.runArguments([upload], to: folder.file("out"), [])
        let output = try await Unprivileged.run(VTranscode.command(arguments))
        #expect(output.status == 74)
        #expect(output.text.contains("UNREADABLE"))
    }

    /// Uploads in the folder must not be skipped silently.
    @Test func unreadableFolderFails() async throws {
        let folder = try TemporaryFolder("unreadable")
        let uploads = try folder.folder("uploads")
        _ = try Clip.copySmall(to: uploads.appending(path: "clip.mp4"))
        let locked = uploads.appending(path: "locked")
        try FileManager.default.createDirectory(at: locked, withIntermediateDirectories: false)
        try setMode(0o000, of: locked)
        let arguments = VTranscode.runArguments([uploads], to: folder.file("out"), [])
        let output = try await Unprivileged.run(VTranscode.command(arguments))
        try setMode(0o700, of: locked)
        #expect(output.status == 1)
        #expect(output.text.contains("UNREADABLE"), "\(output.text)")
        #expect(FileTree.published(in: folder.file("out")).contains { $0.hasPrefix("clip/") })
    }

    @Test func readOnlyOutputFails() async throws {
        let folder = try TemporaryFolder("readonly")
        let output = try folder.folder("out")
        try setMode(0o555, of: output)
        let arguments = VTranscode.runArguments([try Clip.small()], to: output, [])
        let result = try await Unprivileged.run(VTranscode.command(arguments))
        #expect(result.status == 74, "\(result.errorOutput)")
    }

    @Test func outputBelowAFileFails() async throws {
        let folder = try TemporaryFolder("nofolder")
        try Data().write(to: folder.file("file"))
        let report = try await VTranscode.run([Clip.small()], to: folder.file("file/out"))
        #expect(report.status == 74, "\(report.errorOutput)")
    }

    @Test func uploadThatGrowsIsRejected() async throws {
        let folder = try TemporaryFolder("growing")
        let upload = try await Clip.long(in: folder.url)
        let output = try folder.folder("out")
        let run = try VTranscode.command(VTranscode.runArguments([upload], to: output, []))
        let result = try await WatchedCommand(run).run {
            RunEventLine($0)?.event == .progress
        } do: { _ in
            let handle = try FileHandle(forWritingTo: upload)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: 1000))
            try handle.close()
        }
        let report = RunReport(
            status: result.status,
            lines: result.lines,
            errorOutput: result.errorOutput
        )
        #expect(report.end(of: upload.lastPathComponent)?.error?.code == "CHANGED")
        #expect(result.status == 1)
        #expect(FileTree.published(in: output).filter { $0 != "index.json" }.isEmpty)
    }

    @Test func fullDiskIsReported() async throws {
        let folder = try TemporaryFolder("full")
        let output = try folder.folder("out")
        let upload = try await Clip.long(in: folder.url)
        let mount = Command(
            "mount",
            ["-t", "tmpfs", "-o", "size=1m", "none", output.path]
        )
        guard try await mount.run().status == 0 else {
            try Test.cancel("mounting a small file system needs root")
        }
        let report = try await VTranscode.run([upload], to: output)
        let leftovers = FileTree.published(in: output).filter { $0 != "index.json" }
        try await Command("umount", [output.path]).succeed()
        #expect(report.status == 74)
        #expect(report.end(of: upload.lastPathComponent)?.error?.code == "DISK_FULL")
        #expect(leftovers.isEmpty)
    }

    private func setMode(_ mode: Int, of url: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }
}
