import Foundation
import TestSupport
import Testing

/// `packaging.copyBelow`: the download of a small upload has its streams without metadata.
@Suite struct DownloadTests {
    private static let preset = """
        name: copying
        description: One small rung, and the upload itself where it is small.
        packaging: { segment: 2s, download: true, copyBelow: 10MB }
        video: { encoder: { preset: ultrafast } }
        ladder:
          - { name: 360p, size: 360, crf: 40, maxrate: 900k }
        thumbnails: none
        """

    private struct Download {
        let file: URL
        let isCopied: Bool?
        let reason: String?

        init(of upload: URL, in folder: TemporaryFolder) async throws {
            let preset = folder.file("copying.yaml")
            try Data(DownloadTests.preset.utf8).write(to: preset)
            let output = folder.file("out")
            let arguments = VTranscode.runArguments(
                [upload], to: output, ["--preset", preset.path, "--name", "clip"])
            let run = try await VTranscode.command(arguments).run()
            try #require(run.status == 0, "\(run.errorOutput)")
            let package = output.appending(path: "clip")
            file = package.appending(path: "download.mp4")
            let manifest = try JSONSerialization.jsonObject(
                with: Data(contentsOf: package.appending(path: "manifest.json")))
            let download = (manifest as? [String: Any])?["download"] as? [String: Any]
            #expect(download?["file"] as? String == "download.mp4")
            isCopied = download?["isCopied"] as? Bool
            reason = download?["reason"] as? String
        }
    }

    /// Makes 3 s of 640x360 with B-frames, x264's message, a position and a title.
    private static func upload(_ name: String, in folder: TemporaryFolder) async throws -> URL {
        let file = folder.file(name)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=3"]
                + ["-f", "lavfi", "-i", "sine=f=440:d=3", "-pix_fmt", "yuv420p"]
                + ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-c:a", "aac"]
                + ["-metadata", "location=+48.1372+011.5755/", "-metadata", "title=Elm Street"]
                + [FFprobe.path(file)])
        return file
    }

    /// Returns the input of decoders: NAL units 1 to 5 with start codes, or frames of AAC.
    private static func coded(_ file: URL, _ stream: String) async throws -> Data {
        let filter =
            stream == "v" ? ["-bsf:v", "h264_mp4toannexb,filter_units=pass_types=1-5"] : []
        return try await FFmpeg.run(
            ["-i", FFprobe.path(file), "-map", "0:\(stream):0", "-c", "copy"] + filter
                + ["-f", "data", "-"]
        ).standardOutput
    }

    private static func times(_ file: URL, _ stream: Int) async throws -> [String] {
        try await FFprobe.rows(of: file, stream: stream, "packet=pts_time").map { $0[0] }
    }

    @Test func copyHasTheUploadsPacketsAndTimes() async throws {
        let folder = try TemporaryFolder("copied")
        let upload = try await Self.upload("upload.mp4", in: folder)
        let made = try await Download(of: upload, in: folder)
        #expect(made.isCopied == true)
        #expect(made.reason == nil)
        for stream in ["v", "a"] {
            let original = try await Self.coded(upload, stream)
            #expect(try await Self.coded(made.file, stream) == original)
            #expect(original.count > 10_000)
        }
        for stream in 0...1 {
            #expect(try await Self.times(made.file, stream) == Self.times(upload, stream))
        }
    }

    /// The first frame of a stream without edit lists is at time 0, in sync with audio.
    @Test func copyStartsAtZero() async throws {
        let folder = try TemporaryFolder("copied-ts")
        let mp4 = try await Self.upload("upload.mp4", in: folder)
        let upload = folder.file("upload.ts")
        try await FFmpeg.run(["-i", FFprobe.path(mp4), "-c", "copy", FFprobe.path(upload)])
        let made = try await Download(of: upload, in: folder)
        #expect(made.isCopied == true)
        for stream in 0...1 {
            let (copy, original) = try await (
                Self.times(made.file, stream), Self.times(mp4, stream)
            )
            #expect(copy.count == original.count)
            // Ticks of 1/90000 s are rounded again.
            let differences = zip(copy, original).map {
                abs((Double($0) ?? .nan) - (Double($1) ?? .nan))
            }
            #expect(differences.allSatisfy { $0 < 0.001 })
        }
    }

    @Test func copyHasNoPrivateMetadata() async throws {
        let folder = try TemporaryFolder("copied-privacy")
        let upload = try await Self.upload("upload.mov", in: folder)
        let made = try await Download(of: upload, in: folder)
        try #require(made.isCopied == true)
        let (before, after) = try (Data(contentsOf: upload), Data(contentsOf: made.file))
        for secret in ["x264 - core", "+48.1372", "Elm Street"] {
            #expect(before.range(of: Data(secret.utf8)) != nil, "the upload has it: \(secret)")
            #expect(after.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }

    @Test func rotatedUploadIsEncoded() async throws {
        let folder = try TemporaryFolder("not-copied")
        let upload = UploadFolder.testmedia.appending(path: "portrait-1080p2997-rotated.mov")
        let made = try await Download(of: upload, in: folder)
        #expect(made.isCopied == false)
        #expect(made.reason == "the video is stored rotated or mirrored")
        let stream = try #require(try await FFprobe.info(of: made.file).streams.first)
        #expect(stream.width == 360 && stream.height == 640)
    }

    /// Only decoding detects corrupt frames.
    @Test func corruptUploadIsEncoded() async throws {
        let folder = try TemporaryFolder("corrupt")
        let upload = try await Self.upload("upload.mp4", in: folder)
        var bytes = try Data(contentsOf: upload)
        let middle = bytes.count / 2
        for offset in middle..<middle + 3_000 { bytes[offset] = UInt8(offset * 7 & 0xFF) }
        try bytes.write(to: upload)
        let made = try await Download(of: upload, in: folder)
        #expect(made.isCopied == false)
        #expect(made.reason == "parts of the upload are corrupt")
    }
}
