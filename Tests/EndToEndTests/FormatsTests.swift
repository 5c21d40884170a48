import Foundation
import TestSupport
import Testing

/// `limits.formats` and `--formats`: the codecs of uploads that are decoded.
@Suite struct FormatsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let codec: String
        let name: String
        let arguments: [String]
        var testDescription: String { codec }
    }

    /// The codecs of `all` that the ffmpeg command can encode.
    static let legacy = [
        Case(codec: "svq1", name: "clip.mov", arguments: ["-c:v", "svq1", "-pix_fmt", "yuv410p"]),
        Case(codec: "cinepak", name: "clip.avi", arguments: ["-c:v", "cinepak"]),
        Case(codec: "rpza", name: "clip.mov", arguments: ["-c:v", "rpza"]),
        Case(codec: "flashsv", name: "clip.flv", arguments: ["-c:v", "flashsv"]),
    ]

    private func clip(_ legacy: Case, in folder: TemporaryFolder) async throws -> URL {
        let file = folder.file(legacy.name)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=1"] + legacy.arguments
                + [FFprobe.path(file)])
        return file
    }

    private func probe(_ upload: URL, _ options: String...) async throws -> Command.Output {
        try await VTranscode.command(["probe", "--json"] + options + [upload.path]).run()
    }

    /// The error has the codec, the preset key and the option.
    @Test(arguments: legacy)
    func legacyCodecsRequireAllFormats(_ legacy: Case) async throws {
        let folder = try TemporaryFolder("formats")
        let upload = try await clip(legacy, in: folder)
        let rejected = try await probe(upload)
        #expect(rejected.status == 65)
        #expect(rejected.errorOutput.contains("NO_DECODER"), "\(rejected.errorOutput)")
        for words in ["(\(legacy.codec))", "limits.formats: all", "--formats all"] {
            #expect(rejected.errorOutput.contains(words), "\(rejected.errorOutput)")
        }
        let read = try await probe(upload, "--formats", "all")
        #expect(read.status == 0, "\(read.errorOutput)")
        #expect(read.text.contains("\"codec\" : \"\(legacy.codec)\""), "\(read.text)")
    }

    /// Audio-only uploads are rejected; in an upload with video the track is ignored, and the finding has the remedy.
    @Test func legacyAudioIsReported() async throws {
        let folder = try TemporaryFolder("formats")
        let audio = Case(codec: "nellymoser", name: "audio.flv", arguments: [])
        let (alone, both) = (folder.file(audio.name), folder.file("both.flv"))
        let tone = ["-f", "lavfi", "-i", "sine=d=1:r=8000", "-c:a", "nellymoser"]
        try await FFmpeg.run(tone + [FFprobe.path(alone)])
        let video = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=1"]
        try await FFmpeg.run(video + tone + ["-c:v", "flv", FFprobe.path(both)])
        let rejected = try await probe(alone)
        #expect(rejected.status == 65)
        #expect(rejected.errorOutput.contains("NO_DECODER"))
        #expect(rejected.errorOutput.contains("(nellymoser)"))
        #expect(rejected.errorOutput.contains("--formats all"))
        let ignored = try await probe(both)
        #expect(ignored.text.contains("NELLYMOSER_IGNORED"), "\(ignored.text)")
        #expect(ignored.text.contains("limits.formats: all"))
        for upload in [alone, both] {
            let read = try await probe(upload, "--formats", "all")
            #expect(read.status == 0 && !read.text.contains("_IGNORED"), "\(read.text)")
        }
    }

    /// MetaSound, for which there is no encoder: the codec number in ASF is replaced.
    @Test func metaSoundRequiresAllFormats() async throws {
        let folder = try TemporaryFolder("formats")
        let upload = folder.file("audio.asf")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "sine=d=1:r=8000", "-ac", "1", "-c:a", "wmav2"]
                + [FFprobe.path(upload)])
        var bytes = try Data(contentsOf: upload)
        // WAVEFORMATEX: the codec (WMA 2), one channel, 8000 Hz.
        let format = Data([0x61, 0x01, 1, 0, 0x40, 0x1f, 0, 0])
        let position = try #require(bytes.range(of: format))
        bytes.replaceSubrange(position.prefix(2), with: [0x75, 0])
        try bytes.write(to: upload)
        let rejected = try await probe(upload)
        #expect(rejected.status == 65 && rejected.errorOutput.contains("NO_DECODER"))
        #expect(rejected.errorOutput.contains("(metasound)"), "\(rejected.errorOutput)")
        #expect(rejected.errorOutput.contains("--formats all"))
        // The decoder is used now, and rejects the data.
        let decoded = try await probe(upload, "--formats", "all")
        #expect(!decoded.errorOutput.contains("--formats all"), "\(decoded.errorOutput)")
    }

    /// Video, audio, thumbnails and copies are decoded with the formats of the command or the preset.
    @Test func everyCommandPassesFormatsOn() async throws {
        let folder = try TemporaryFolder("formats")
        let upload = folder.file("clip.flv")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=2", "-f", "lavfi"]
                + ["-i", "sine=d=2:r=8000", "-c:v", "flashsv", "-c:a", "nellymoser"]
                + [FFprobe.path(upload)])
        let preset = folder.file("old.yaml")
        try Data(
            """
            name: old
            description: Old codecs too.
            extends: hls-ladder
            limits: { formats: all }

            """.utf8
        ).write(to: preset)
        let (output, path) = (folder.file("out"), upload.path)
        let commands = [
            ["run", path, "--output", output.path, "--name", "a", "--formats", "all"],
            ["run", path, "--output", output.path, "--name", "b", "--preset", preset.path],
            ["plan", path, "--formats", "all"], ["plan", path, "--preset", preset.path],
            ["thumbnails", path, "--output", folder.file("thumbnails").path, "--formats", "all"],
            ["compress", path, "--output", folder.file("small.mp4").path, "--formats", "all"],
        ]
        for command in commands {
            let result = try await VTranscode.command(command).run()
            #expect(result.status == 0, "\(command): \(result.errorOutput)")
        }
        for name in ["a", "b"] {
            let package = try PublishedPackage(output.appending(path: name))
            #expect(package.variants.count > 0 && package.audio.count == 1)
        }
        // The option overrides the preset.
        let modern = try await VTranscode.call(
            "plan", path, "--preset", preset.path, "--formats", "modern")
        #expect(modern.status == 65 && modern.errorOutput.contains("NO_DECODER"))
        // Without either, the upload is rejected.
        let report = try await VTranscode.run([upload], to: folder.file("none"))
        #expect(report.end(of: "clip.flv")?.error?.code == "NO_DECODER")
    }

    /// JPEG 2000 in QuickTime, written by cinema cameras and editors, is a modern format.
    @Test func jpeg2000IsReadByDefault() async throws {
        let folder = try TemporaryFolder("formats")
        let upload = folder.file("clip.mov")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=1", "-c:v", "jpeg2000"]
                + ["-pix_fmt", "yuv422p", FFprobe.path(upload)])
        let output = folder.file("out")
        let report = try await VTranscode.run([upload], to: output)
        #expect(report.end(of: "clip.mov")?.outcome == .published, "\(report.errorOutput)")
        let package = try PublishedPackage(output.appending(path: "clip"))
        #expect(package.variants.count > 0)
    }

    /// The formats are stored with a job.
    @Test func jobHasItsFormats() async throws {
        let folder = try TemporaryFolder("formats")
        let upload = try await clip(Self.legacy[1], in: folder)
        try await QueueSite.with(.sqlite) { site in
            let modern = try await site.add(upload, "--name", "modern")
            let all = try await site.add(upload, "--name", "all", "--formats", "all")
            let worker = try await site.worker()
            try await site.untilEnded(all, as: "completed")
            try await site.untilEnded(modern, as: "failed")
            #expect(try await site.job(modern).error?.code == "NO_DECODER")
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }
}
