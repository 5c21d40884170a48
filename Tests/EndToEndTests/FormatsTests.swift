import Foundation
import TestSupport
import Testing

/// `limits.formats` and `--formats`: which codecs of uploads are decoded.
@Suite struct FormatsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let codec: String
        let name: String
        let arguments: [String]
        var testDescription: String { codec }
    }

    /// Codecs of `all` that the ffmpeg command can write.
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
        try await VTranscode.command(["probe", "--json"] + options + [upload.path])
            .run(cores: .max)
    }

    /// The refusal names the codec and what to write.
    @Test(arguments: legacy)
    func legacyCodecsAreReadWithAllFormatsOnly(_ legacy: Case) async throws {
        let folder = try TemporaryFolder("formats")
        let upload = try await clip(legacy, in: folder)
        let refused = try await probe(upload)
        #expect(refused.status == 65)
        #expect(refused.complaint.contains("NO_DECODER"), "\(refused.complaint)")
        for words in ["(\(legacy.codec))", "limits.formats: all", "--formats all"] {
            #expect(refused.complaint.contains(words), "\(refused.complaint)")
        }
        let read = try await probe(upload, "--formats", "all")
        #expect(read.status == 0, "\(read.complaint)")
        #expect(read.text.contains("\"codec\" : \"\(legacy.codec)\""), "\(read.text)")
    }

    /// Sound alone is refused likewise; beside pictures it is left out, and the notice says what would decode it.
    @Test func legacySoundIsNamed() async throws {
        let folder = try TemporaryFolder("formats")
        let audio = Case(codec: "nellymoser", name: "sound.flv", arguments: [])
        let (alone, both) = (folder.file(audio.name), folder.file("both.flv"))
        let tone = ["-f", "lavfi", "-i", "sine=d=1:r=8000", "-c:a", "nellymoser"]
        try await FFmpeg.run(tone + [FFprobe.path(alone)])
        let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=1"]
        try await FFmpeg.run(picture + tone + ["-c:v", "flv", FFprobe.path(both)])
        let refused = try await probe(alone)
        #expect(refused.status == 65)
        #expect(refused.complaint.contains("NO_DECODER"))
        #expect(refused.complaint.contains("(nellymoser)"))
        #expect(refused.complaint.contains("--formats all"))
        let silent = try await probe(both)
        #expect(silent.text.contains("NELLYMOSER_IGNORED"), "\(silent.text)")
        #expect(silent.text.contains("limits.formats: all"))
        for upload in [alone, both] {
            let read = try await probe(upload, "--formats", "all")
            #expect(read.status == 0 && !read.text.contains("_IGNORED"), "\(read.text)")
        }
    }

    /// MetaSound, which nothing here can write: ASF names the codec of its sound by a number.
    @Test func metaSoundNeedsAllFormats() async throws {
        let folder = try TemporaryFolder("formats")
        let upload = folder.file("sound.asf")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "sine=d=1:r=8000", "-ac", "1", "-c:a", "wmav2"]
                + [FFprobe.path(upload)])
        var bytes = try Data(contentsOf: upload)
        // WAVEFORMATEX: the codec (WMA 2), one channel, 8000 Hz.
        let format = Data([0x61, 0x01, 1, 0, 0x40, 0x1f, 0, 0])
        let place = try #require(bytes.range(of: format))
        bytes.replaceSubrange(place.prefix(2), with: [0x75, 0])
        try bytes.write(to: upload)
        let refused = try await probe(upload)
        #expect(refused.status == 65 && refused.complaint.contains("NO_DECODER"))
        #expect(refused.complaint.contains("(metasound)"), "\(refused.complaint)")
        #expect(refused.complaint.contains("--formats all"))
        // The decoder is asked now, and finds that this is none of its own.
        let asked = try await probe(upload, "--formats", "all")
        #expect(!asked.complaint.contains("--formats all"), "\(asked.complaint)")
    }

    /// Every artifact of work decodes with the formats of the command or the preset: pictures, sound, thumbnails, copies.
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
            ["thumbnails", path, "--output", folder.file("pictures").path, "--formats", "all"],
            ["compress", path, "--output", folder.file("small.mp4").path, "--formats", "all"],
        ]
        for command in commands {
            let result = try await VTranscode.command(command).run(cores: .max)
            #expect(result.status == 0, "\(command): \(result.complaint)")
        }
        for name in ["a", "b"] {
            let package = try PublishedPackage(output.appending(path: name))
            #expect(package.variants.count > 0 && package.audio.count == 1)
        }
        // The option wins over the preset.
        let modern = try await VTranscode.call(
            "plan", path, "--preset", preset.path, "--formats", "modern")
        #expect(modern.status == 65 && modern.complaint.contains("NO_DECODER"))
        // Without either, the whole upload is refused.
        let report = try await VTranscode.run([upload], to: folder.file("none"))
        #expect(report.end(of: "clip.flv")?.error?.code == "NO_DECODER")
    }

    /// JPEG 2000 in QuickTime, as cinema cameras and editors write it, is of the modern formats.
    @Test func jpeg2000IsReadByDefault() async throws {
        let folder = try TemporaryFolder("formats")
        let upload = folder.file("clip.mov")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=1", "-c:v", "jpeg2000"]
                + ["-pix_fmt", "yuv422p", FFprobe.path(upload)])
        let output = folder.file("out")
        let report = try await VTranscode.run([upload], to: output)
        #expect(report.end(of: "clip.mov")?.outcome == .published, "\(report.complaint)")
        let package = try PublishedPackage(output.appending(path: "clip"))
        #expect(package.variants.count > 0)
    }

    /// A queue's job carries them to its worker.
    @Test func aJobCarriesItsFormats() async throws {
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
