import Foundation
import Logging
internal import MediaModel
internal import MediaSandbox
import MediaUnits
import Storage
import TestSupport
import Testing

@testable import PresetEvaluation

@Suite struct PackageReaderTests {
    /// Profile and level in parameter sets: in `hvcC` and `avcC` boxes, and in MPEG-TS streams.
    @Test(arguments: [
        (
            "libx265", ["-tag:v", "hvc1", "-x265-params", "level-idc=4.1:high-tier=0"], "mp4",
            "hvc1.1.6.L123."
        ),
        ("libx264", ["-profile:v", "main", "-level", "3.1"], "mp4", "avc1.4d401f"),
        ("libx264", ["-profile:v", "main", "-level", "3.1"], "ts", "avc1.4d401f"),
    ])
    func profileAndLevelAreRead(
        encoder: String, options: [String], suffix: String, codec: String
    ) async throws {
        let folder = try TemporaryFolder("coded")
        let file = folder.file("a.\(suffix)")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=0.4", "-pix_fmt", "yuv420p"]
                + ["-c:v", encoder, "-bf", "1"] + options + [FFprobe.path(file)])
        let reader = PackageReader(
            folder: folder.url.filePath, upload: Location(file.filePath), sandboxMode: .none,
            logger: Logger(label: "test"))
        let track = try await reader.file("a.\(suffix)")
        #expect(track.codec?.hasPrefix(codec) == true, "\(track.codec ?? "none")")
        #expect(track.size?.width == 320)
    }
}
