import Foundation
import TestSupport
import Testing

/// Fields become pictures of their own where the preset allows as many frames a second.
@Suite struct InterlacingTests {
    static let uploads = UploadFolder.accepted.filter { $0.entry?.interlaced ?? false }

    @Test(arguments: uploads)
    func everyFieldIsAPicture(_ upload: TestUpload) async throws {
        let folder = try TemporaryFolder("fields")
        let output = folder.file("out")
        let report = try await VTranscode.run(
            [upload.url], to: output, "--preset", "hls-ladder-60", "--name", "fields")
        #expect(report.status == 0, "\(report.complaint)")
        let rungs = output.appending(path: "fields/video")
        let top = try #require(
            try FileManager.default.contentsOfDirectory(atPath: rungs.path).max {
                Int($0.dropLast()) ?? 0 < Int($1.dropLast()) ?? 0
            })
        let playlist = rungs.appending(path: "\(top)/playlist.m3u8").path
        let shown = try await Self.frames(["-i", playlist])
        let stored = try await Self.frames(["-i", upload.url.path, "-map", "0:v:0"])
        // The sound may last longer than the pictures: then the last one is held.
        #expect(shown.count >= 2 * stored.count - 1)
        let moving = shown.prefix(2 * stored.count - 1)
        let repeated = zip(moving, moving.dropFirst()).filter { $0 == $1 }
        #expect(repeated.count <= moving.count / 20, "fields that were not used")
    }

    /// A moving picture of 50 fields per second, of which an upload has the first frame or ten.
    private static func upload(
        _ codec: String, frames: Int, in folder: TemporaryFolder
    ) async throws -> URL {
        let file = folder.file("\(frames).\(codec == "libx264" ? "mp4" : "ts")")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x480:r=50"]
                + ["-vf", "scroll=horizontal=0.02,tinterlace=interleave_top", "-c:v", codec]
                + ["-q:v", "2", "-flags", "+ilme+ildct", "-frames:v", "\(frames)"]
                + [FFprobe.path(file)])
        return file
    }

    /// The frames' brightness, as the ffmpeg command decodes them.
    private static func luma(_ file: URL, frames: Int) async throws -> [[UInt8]] {
        let pixels = try await FFmpeg.run(
            ["-i", FFprobe.path(file), "-map", "0:v:0", "-frames:v", "\(frames)"]
                + ["-fps_mode", "passthrough", "-vf", "format=gray", "-f", "rawvideo", "-"]
        ).standardOutput
        #expect(pixels.count == frames * 640 * 480)
        return stride(from: 0, to: pixels.count, by: 640 * 480).map {
            Array(pixels[$0..<$0 + 640 * 480])
        }
    }

    /// How far lines lie from the middle of the ones above and below: movement between two fields makes combs.
    private static func combing(_ luma: [UInt8]) -> Double {
        var sum = 0
        for pixel in 640..<luma.count - 640 {
            sum += abs(2 * Int(luma[pixel]) - Int(luma[pixel - 640]) - Int(luma[pixel + 640]))
        }
        return Double(sum) / Double(luma.count)
    }

    /// In an upload of one frame, it has no neighbors that the missing lines could come from.
    @Test(arguments: ["mpeg2video", "libx264"], [25, 50])
    func singleFrameIsDeinterlaced(codec: String, rate: Int) async throws {
        let folder = try TemporaryFolder("one-frame")
        let preset = folder.file("fine.yaml")
        try Data(
            """
            name: fine
            description: One rung of high quality.
            video: { maxFrameRate: \(rate) }
            ladder: [{ name: 480p, size: 480, crf: 8, maxrate: 40M, level: 5.1 }]
            thumbnails: none
            """.utf8
        ).write(to: preset)
        var shown: [[[UInt8]]] = []
        for frames in [1, 10] {
            let upload = try await Self.upload(codec, frames: frames, in: folder)
            let stored = try await Self.luma(upload, frames: 1)[0]
            let report = try await VTranscode.run(
                [upload], to: folder.file("out"), "--preset", preset.path)
            #expect(report.status == 0, "\(report.complaint)")
            #expect(report.finished.first?.notices?.map(\.code).contains("INTERLACED") == true)
            let playlist = folder.file("out/\(frames)/video/480p/playlist.m3u8")
            let pictures = try await Self.luma(playlist, frames: rate / 25)
            // Otherwise there would be nothing to remove.
            #expect(pictures.allSatisfy { 1.5 * Self.combing($0) < Self.combing(stored) })
            shown.append(pictures)
        }
        // The first field of both is made of the same lines.
        let difference = zip(shown[0][0], shown[1][0]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(640 * 480) < 1.5)
    }

    /// A digest of each decoded frame.
    private static func frames(_ input: [String]) async throws -> [String] {
        let output = try await Command(
            "ffmpeg",
            ["-v", "error"] + input + ["-an", "-fps_mode", "passthrough", "-f", "framemd5", "-"]
        ).succeed()
        return output.lines.filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last.map(String.init)
        }
    }
}
