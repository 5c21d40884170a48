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
