import Foundation
import TestSupport
import Testing

/// `check` with sandbox processes.
@Suite struct CheckCommandTests {
    private struct Package {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder("checked")
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "sine=duration=3", "-c:a", "aac", "-f", "hls"]
                    + ["-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"]
                    + ["-hls_segment_filename", folder.file("%d.m4s").path]
                    + [folder.file("index.m3u8").path])
        }
    }

    @Test func validPackageHasNoErrors() async throws {
        let package = try await Package()
        let output = try await VTranscode.call("check", package.folder.url.path)
        #expect(output.status == 0, "\(output.errorOutput)")
        #expect(output.lines.last?.contains("errors: 0, ") == true)
    }

    /// The offset of the box comes from the sandbox process.
    @Test func truncatedSegmentHasItsOffset() async throws {
        let package = try await Package()
        let file = package.folder.file("1.m4s")
        try Data(contentsOf: file).dropLast(100).write(to: file)
        let output = try await VTranscode.call("check", package.folder.url.path)
        #expect(output.status == 65)
        #expect(output.lines.contains { $0.hasPrefix("1.m4s at byte ") && $0.contains("box-size") })
    }

    /// Nobody listens on the port; the query may be a secret.
    @Test func unreachablePackageIsAnErrorWithoutItsQuery() async throws {
        let output = try await VTranscode.call(
            "check", "http://127.0.0.1:1/master.m3u8?token=hidden")
        #expect(output.status == 74)
        #expect(output.errorOutput.contains("OBJECT_STORE"))
        #expect(!output.errorOutput.contains("hidden"))
    }
}
