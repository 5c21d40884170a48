import Foundation
import TestSupport
import Testing

/// Uploads of a few frames per second: time lapses, slides, surveillance.
@Suite struct LowRateTests {
    private static func preset(_ packaging: String, _ ladder: String) -> String {
        """
        name: slow
        description: Small video.
        packaging: { container: \(packaging), download: true }
        video: { encoder: { preset: superfast } }
        ladder:
        \(ladder)
        thumbnails: none
        """
    }

    private static let h264 = "  - { name: 108p, size: 108, crf: 30, maxrate: 400k }\n"
    private static let hevc =
        "  - { name: 108p-hevc, codec: hevc, size: 108, crf: 30, maxrate: 400k, profile: main }\n"

    /// Makes 20 s of several segments, with audio.
    private static func upload(_ rate: String, in folder: TemporaryFolder) async throws -> URL {
        let file = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=\(rate):d=20"]
                + ["-f", "lavfi", "-i", "sine=d=20", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-c:a", "aac", FFprobe.path(file)])
        return file
    }

    /// Checks that decode times increase by one frame each, without discontinuities.
    private static func expectRegular(_ file: URL, lasting frame: Double) async throws {
        let rows = try await FFprobe.rows(of: file, stream: 0, "packet=dts_time")
        let times = rows.compactMap { $0.first.flatMap(Double.init) }
        #expect(times.count == Int((20 / frame).rounded()), "\(file.path): \(rows.count)")
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(steps.allSatisfy { abs($0 - frame) < 0.00005 }, "\(file.path): \(steps)")
        for copies in [[], ["-c", "copy"]] {
            let errorLines = try await FFmpeg.errorLines(
                ["-i", FFprobe.path(file), "-map", "0:v"] + copies + ["-f", "null", "-"])
            #expect(errorLines.isEmpty, "\(file.path): \(errorLines)")
        }
    }

    /// Below one frame per second, frames are repeated.
    @Test(arguments: [("5", 0.2), ("4", 0.25), ("2", 0.5), ("1", 1), ("0.5", 1)])
    func decodeTimesAreRegular(rate: String, frame: Double) async throws {
        let folder = try TemporaryFolder("slow")
        let upload = try await Self.upload(rate, in: folder)
        for (name, text) in [
            ("fmp4", Self.preset("fmp4", Self.h264 + Self.hevc)),
            ("ts", Self.preset("ts", Self.h264)),
        ] {
            let preset = folder.file("\(name).yaml")
            try Data(text.utf8).write(to: preset)
            let report = try await VTranscode.run(
                [upload], to: folder.file(name), "--preset", preset.path)
            #expect(report.status == 0, "\(report.errorOutput)")
            let package = try PublishedPackage(folder.file("\(name)/clip"))
            #expect(package.rungs.count == (name == "ts" ? 1 : 2))
            for rung in package.rungs {
                try await Self.expectRegular(rung.track.playlist, lasting: frame)
            }
            try await Self.expectRegular(
                package.folder.appending(path: "download.mp4"), lasting: frame)
        }
    }
}
