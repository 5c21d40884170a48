import Foundation
import TestSupport
import Testing

/// Each field becomes a frame if the preset allows the frame rate.
@Suite struct InterlacingTests {
    static let uploads = UploadFolder.accepted.filter { $0.entry?.interlaced ?? false }

    @Test(arguments: uploads)
    func everyFieldBecomesAFrame(_ upload: TestUpload) async throws {
        let folder = try TemporaryFolder("fields")
        let output = folder.file("out")
        let report = try await VTranscode.run(
            [upload.url], to: output, "--preset", "hls-ladder-60", "--name", "fields")
        #expect(report.status == 0, "\(report.errorOutput)")
        let rungs = output.appending(path: "fields/video")
        let top = try #require(
            try FileManager.default.contentsOfDirectory(atPath: rungs.path).max {
                Int($0.dropLast()) ?? 0 < Int($1.dropLast()) ?? 0
            })
        let playlist = rungs.appending(path: "\(top)/playlist.m3u8").path
        let shown = try await Self.frames(["-i", playlist])
        let stored = try await Self.frames(["-i", upload.url.path, "-map", "0:v:0"])
        // Audio may last longer than video: the last frame is repeated.
        #expect(shown.count >= 2 * stored.count - 1)
        let moving = shown.prefix(2 * stored.count - 1)
        let repeated = zip(moving, moving.dropFirst()).filter { $0 == $1 }
        #expect(repeated.count <= moving.count / 20, "repeated frames: \(repeated.count)")
    }

    /// Makes moving video of 50 fields per second with a number of frames.
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

    /// Returns the luma of frames, decoded by the ffmpeg command.
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

    /// Returns the mean difference of lines from their neighbors, which combs of interlacing raise.
    private static func combing(_ luma: [UInt8]) -> Double {
        var sum = 0
        for pixel in 640..<luma.count - 640 {
            sum += abs(2 * Int(luma[pixel]) - Int(luma[pixel - 640]) - Int(luma[pixel + 640]))
        }
        return Double(sum) / Double(luma.count)
    }

    /// A single frame has no neighbors for the interpolation of missing lines.
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
            #expect(report.status == 0, "\(report.errorOutput)")
            #expect(report.finished.first?.notices?.map(\.code).contains("INTERLACED") == true)
            let playlist = folder.file("out/\(frames)/video/480p/playlist.m3u8")
            let decoded = try await Self.luma(playlist, frames: rate / 25)
            // The stored frame has combs.
            #expect(decoded.allSatisfy { 1.5 * Self.combing($0) < Self.combing(stored) })
            shown.append(decoded)
        }
        // The first field of both has the same lines.
        let difference = zip(shown[0][0], shown[1][0]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(640 * 480) < 1.5)
    }

    /// Returns a digest of each decoded frame.
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
