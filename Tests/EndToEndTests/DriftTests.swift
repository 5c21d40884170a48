import Foundation
import TestSupport
import Testing

/// docs/audio.md, Synchronization: no drift against audio over an hour of a variable frame rate.
@Suite struct DriftTests {
    private static let minutes = 60
    /// The time of the first flash, in seconds.
    private static let first = 60
    /// The interval of flashes, in seconds.
    private static let interval = 300

    /// A small rung for an hour of video.
    private static let preset = """
        name: drift
        description: One tiny rung.
        video: { encoder: { preset: ultrafast } }
        ladder: [{ name: 64p, size: 64, crf: 35, maxrate: 200k }]
        audio: { channels: 1, sampleRate: 16000, bitrate: 32k }
        thumbnails: none
        """

    @Test func variableFrameRateStaysInSyncForAnHour() async throws {
        let folder = try TemporaryFolder("drift")
        let (upload, preset) = (folder.file("hour.mkv"), folder.file("drift.yaml"))
        try await Self.make(upload)
        try Data(Self.preset.utf8).write(to: preset)
        let report = try await VTranscode.run(
            [upload], to: folder.file("out"), "--preset", preset.path)
        #expect(report.status == 0, "\(report.errorOutput)")
        let notices = report.end(of: "hour.mkv")?.notices ?? []
        #expect(notices.contains { $0.code == "VFR" })
        let package = try PublishedPackage(folder.file("out/hour"))
        let seen = try await FlashesAndBeeps(of: package)
        #expect(seen.beeps.count == Self.minutes * 60 / Self.interval)
        #expect(seen.offsets.count == seen.beeps.count)
        #expect(seen.offsets.allSatisfy { abs($0) <= 0.020 }, "\(seen.offsets)")
        for (index, flash) in seen.flashes.enumerated() {
            #expect(abs(flash - Double(Self.first + index * Self.interval)) <= 0.020)
        }
    }

    /// Makes frames 25 to 55 ms apart, without a period; a white frame and a beep every five minutes.
    private static func make(_ file: URL) async throws {
        let (start, period) = (first * 25, interval * 25)
        /// Returns the condition of a flash; the name of the frame number depends on the filter.
        func flashes(_ n: String) -> String {
            "lt(mod(\(n)+\(period - start)\\,\(period))\\,3)"
        }
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "color=black:size=320x180:rate=25:duration=\(minutes * 60)"]
                + ["-f", "lavfi", "-i"]
                + [
                    "aevalsrc=exprs='0.5*sin(2*PI*500*t)"
                        + "*lt(mod(t+\(interval - first)\\,\(interval))\\,0.1)':s=8000:d=\(minutes * 60)"
                ] + ["-filter_complex"]
                + [
                    "[0:v]drawbox=c=white:t=fill:enable='\(flashes("n"))',settb=1/1000,setpts="
                        + "'N*40+if(\(flashes("N"))\\,0\\,10*sin(1.7*N))'[v]"
                ] + ["-map", "[v]", "-map", "1:a", "-pix_fmt", "yuv420p"]
                + ["-fps_mode", "passthrough", "-enc_time_base", "1:1000"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "150", "-c:a", "pcm_s16le"]
                + [FFprobe.path(file)])
    }
}
