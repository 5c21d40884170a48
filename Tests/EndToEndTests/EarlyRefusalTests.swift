import Foundation
import TestSupport
import Testing

/// What cannot be encoded is refused before any frame is, by each command that encodes.
@Suite struct EarlyRefusalTests {
    private func preset(_ lines: String, in folder: TemporaryFolder) throws -> String {
        let file = folder.file("own.yaml")
        try Data(lines.utf8).write(to: file)
        return file.path
    }

    /// libav only logs parameters that x264 does not know.
    @Test func parameterThatTheEncoderDoesNotKnow() async throws {
        let folder = try TemporaryFolder("refusal")
        let preset = try preset(
            """
            name: own
            description: A parameter with a typo.
            extends: hls-ladder
            video: { encoder: { options: { reef: "3" } } }

            """, in: folder)
        let (upload, output) = (try Clip.small(), folder.file("out"))
        let report = try await VTranscode.run([upload], to: output, "--preset", preset)
        #expect(report.status == 1, "\(report.errorOutput)")
        let error = report.end(of: upload.lastPathComponent)?.error
        #expect(error?.code == "BAD_PRESET")
        #expect(report.errorOutput.contains("reef"), "\(report.errorOutput)")
        #expect(FileTree.files(in: output) == ["index.json"])
        let plan = try await VTranscode.call("plan", upload.path, "--preset", preset)
        #expect(plan.status == 65 && plan.errorOutput.contains("reef"), "\(plan.errorOutput)")
    }

    /// Ten encoders that each store 290 frames of 4096x2304 need 80 GB.
    @Test(.enabled(if: ProcessInfo.processInfo.physicalMemory < 70 << 30))
    func planThatNeedsMoreMemoryThanThereIs() async throws {
        let folder = try TemporaryFolder("refusal")
        let rungs = (0..<10).map { index in
            "  - { name: r\(index), size: \(2304 - 100 * index), crf: 23, maxrate: \(50 - 4 * index)M, level: \"5.2\" }"
        }
        let preset = try preset(
            """
            name: own
            description: More memory than a host has.
            packaging: { container: fmp4, segment: 10s }
            video: { codec: h264, gop: 10s, maxFrameRate: 30, encoder: { preset: superfast, options: { rc-lookahead: "250", bframes: "16" } } }
            ladder:
            \(rungs.joined(separator: "\n"))

            """, in: folder)
        let upload = folder.file("large.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "color=s=4096x2304:r=30:d=10", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-pix_fmt", "yuv420p", FFprobe.path(upload)])
        let output = folder.file("out")
        let report = try await VTranscode.run([upload], to: output, "--preset", preset)
        let error = report.end(of: "large.mp4")?.error
        #expect(error?.code == "TOO_MUCH_MEMORY", "\(report.errorOutput)")
        #expect(error?.message.contains("memory") == true, "\(report.errorOutput)")
        #expect(FileTree.files(in: output) == ["index.json"])
    }
}
