import Foundation
import TestSupport
import Testing

/// The kind of content that `probe` finds in uploads.
@Suite struct ContentTests {
    private struct Probed: Decodable {
        struct Video: Decodable {
            struct Sample: Decodable {
                let frames: Int
                let motion: Double?
                let residual: Double?
            }
            struct Content: Decodable {
                let kind: String
                let start: Sample?
                let middle: Sample?
            }
            let content: Content
        }
        let video: Video?
    }

    private static func content(of upload: URL) async throws -> Probed.Video.Content? {
        let output = try await VTranscode.command(["probe", "--json", "--", upload.path]).succeed()
        return try JSONDecoder().decode(Probed.self, from: output.standardOutput).video?.content
    }

    private static func kind(of upload: URL) async throws -> String? {
        try await content(of: upload)?.kind
    }

    private static func make(
        _ filters: String, crf: Int, options: [String] = [], in folder: TemporaryFolder
    ) async throws -> URL {
        let file = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", filters, "-frames:v", "40", "-c:v", "libx264"]
                + ["-preset", "veryfast", "-crf", "\(crf)"] + options + [FFprobe.path(file)])
        return file
    }

    private static let text = (0..<24).map { row in
        "drawtext=text='\(row) let frame = try decoder.decode(packet) // row \(row * 37)':"
            + "fontsize=20:fontcolor=0xd4d4d4:x=80:y='mod(\(row * 30)-4*n+720,720)'"
    }.joined(separator: ",")

    /// Text on flat areas, as editors and pages have it; compressed hard, as uploads are.
    @Test(arguments: [
        ("color=0x1e1e1e:s=1280x720:r=30", 24, []), ("color=white:s=1280x720:r=30", 33, []),
        ("color=0x203040:s=854x480:r=30", 28, ["-pix_fmt", "yuv444p"]),
    ])
    func scrollingTextIsScreen(source: String, crf: Int, options: [String]) async throws {
        let folder = try TemporaryFolder("screen")
        let text =
            source.contains("white")
            ? Self.text.replacing("0xd4d4d4", with: "0x202020") : Self.text
        let file = try await Self.make(
            "\(source),\(text)", crf: crf, options: options, in: folder)
        #expect(try await Self.kind(of: file) == "screen")
    }

    /// Hard negatives: a wall, noise in the dark, and drawings out of focus, which compression flattens, with black bars.
    @Test(arguments: [
        ("color=0xd8d4cc:s=1280x720:r=30,vignette,noise=c0s=9:c0f=t", "camera"),
        ("color=0x181818:s=1280x720:r=30,noise=c0s=12:c0f=t+u", "camera"),
        ("mandelbrot=s=1280x720:r=30:start_scale=0.3,gblur=4,noise=c0s=4:c0f=t", "unknown"),
        (
            "mandelbrot=s=1280x544:r=30:start_scale=0.3,gblur=3,noise=c0s=4:c0f=t,"
                + "pad=1280:720:0:88", "unknown"
        ),
    ])
    func noisyVideoIsNoScreen(source: String, kind: String) async throws {
        let folder = try TemporaryFolder("camera")
        let file = try await Self.make(source, crf: 18, in: folder)
        #expect(try await Self.kind(of: file) == kind)
    }

    /// Black has no figures, and one kind after the other is neither.
    @Test(arguments: [
        "color=black:s=640x360:r=30",
        "color=0x1e1e1e:s=640x360:r=10,\(text),split[a][b];[b]geq=lum='random(1)*90+60':cb=128:cr=128[c];"
            + "[a]format=yuv420p[d];[d][c]concat",
    ])
    func undecidedIsUnknown(source: String) async throws {
        let folder = try TemporaryFolder("unknown")
        let file = try await Self.make(
            source.replacing("r=10", with: "r=10:d=2"), crf: 20, options: ["-g", "5"], in: folder)
        #expect(try await Self.kind(of: file) == "unknown")
    }

    /// The keyframe in the middle and the frame after it: still at the start, noise in the middle; with B-frames, which are decoded
    /// later than they are shown.
    @Test(arguments: ["clip.mp4", "clip.ts", "clip.mkv"])
    func middleIsMeasuredOnTwoFrames(name: String) async throws {
        let folder = try TemporaryFolder("middle")
        let file = folder.file(name)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=0.1,loop=600:1,trim=duration=4"]
                + ["-vf", "noise=alls=60:allf=t:enable='gte(t,1)'", "-c:v", "libx264"]
                + ["-preset", "veryfast", "-bf", "3", "-g", "30", "-crf", "12", FFprobe.path(file)])
        let content = try #require(try await Self.content(of: file))
        let start = try #require(content.start)
        let middle = try #require(content.middle)
        #expect(start.residual ?? 1 < 0.02)
        #expect(middle.frames == 2)
        #expect(middle.residual ?? 0 > 0.22)
        #expect(middle.motion ?? 0 > 5)
    }

    /// Camera video is never taken for a screen; the portrait clip begins out of focus, which is flat.
    @Test(
        .enabled(if: UploadFolder.bench != nil),
        arguments: [
            ("bench-1080p30-60s.mp4", "camera"), ("bench-4k60-15s.mp4", "camera"),
            ("bench-720p-15s.mp4", "camera"), ("bench-portrait-1080x1920-30s.mp4", "unknown"),
        ])
    func benchClipsAreNoScreens(name: String, kind: String) async throws {
        let folder = try #require(UploadFolder.bench)
        #expect(try await Self.kind(of: folder.appending(path: name)) == kind)
    }

    @Test(.enabled(if: UploadFolder.corpus != nil))
    func screenRecordingsOfDevicesAreScreen() async throws {
        let folder = try #require(UploadFolder.corpus)
        for name in ["screenrec-macos-1070x700.mov", "screenrec-android-1080x1920-vfr.mp4"] {
            #expect(try await Self.kind(of: folder.appending(path: name)) == "screen", "\(name)")
        }
    }

    /// The plan names the kind.
    @Test func planNamesTheKind() async throws {
        let upload = UploadFolder.testmedia.appending(path: "screen-800p-vfr-silent.mp4").path
        let text = try await VTranscode.command(["plan", upload]).succeed().lines
        #expect(text.contains { $0.hasPrefix("content: screen") }, "\(text)")
        let json = try await VTranscode.command(["plan", "--json", upload]).succeed()
        let plan = try JSONSerialization.jsonObject(with: json.standardOutput) as? [String: Any]
        #expect(plan?["content"] as? String == "screen")
    }
}
