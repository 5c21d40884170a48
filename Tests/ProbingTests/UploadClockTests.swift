import Foundation
import MediaUnits
import Presets
import TestSupport
import Storage
import Testing

@testable import MediaModel
@testable import MediaSandbox
@testable import Probing

/// Time 0 of a package is the first frame or sample of all tracks, whatever its timestamp is.
@Suite struct UploadClockTests {
    /// Probes 2 s of video with audio that starts a number of seconds later.
    private func probe(
        _ suffix: String, clock: String, audioStart: String
    ) async throws -> MediaInfo {
        let folder = try TemporaryFolder("clock")
        let file = folder.file("clip.\(suffix)")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=2"]
                + ["-itsoffset", audioStart, "-f", "lavfi", "-i", "sine=r=48000:d=2"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]
                + ["-muxdelay", "0", "-output_ts_offset", clock, FFprobe.path(file)])
        let content = UploadContent(sha256: "", sidecars: [])
        return try Probe(
            upload: Upload(Location(file.filePath), in: LocalUploadSource()), content: content,
            limits: Limits(), isStopped: { false }
        ).run().info
    }

    @Test(arguments: [("ts", "40000"), ("mkv", "40000"), ("mp4", "3")])
    func commonOffsetIsNoFinding(suffix: String, clock: String) async throws {
        let info = try await probe(suffix, clock: clock, audioStart: "0")
        let offset = try #require(Double(clock))
        #expect(abs(info.start.doubleValue - offset) < 0.1)
        #expect(abs(info.duration.doubleValue - 2) < 0.1)
        #expect(info.findings.isEmpty, "\(info.findings)")
    }

    @Test(arguments: [("ts", "0"), ("ts", "40000"), ("mp4", "0")])
    func laterAudioStaysLater(suffix: String, clock: String) async throws {
        let info = try await probe(suffix, clock: clock, audioStart: "2")
        let video = try #require(info.video)
        #expect(info.start == video.start)
        let audio = try #require(info.audio.first)
        #expect(abs((audio.start - video.start).doubleValue - 2) < 0.05)
        #expect(abs(info.duration.doubleValue - 4) < 0.1)
        #expect(info.findings.isEmpty, "\(info.findings)")
    }
}
