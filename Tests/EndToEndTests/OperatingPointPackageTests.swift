import Foundation
import TestSupport
import Testing

/// Packages of each operating point, of a clip that needs more bits than its ceilings allow.
@Suite struct OperatingPointPackageTests {
    private static let ceilings = ["180p": 300_000.0, "108p": 120_000.0]

    private static func preset(_ codec: String, _ point: String, segment: Int) -> String {
        """
        name: \(point)
        description: Low ceilings.
        packaging: { segment: \(segment)s }
        video: { codec: \(codec), maxFrameRate: 60, encoder: { point: \(point) } }
        ladder:
          - { name: 180p, size: 180, maxrate: 300k }
          - { name: 108p, size: 108, maxrate: 120k, profile: main }
        thumbnails: none
        """
    }

    /// Makes 20 s: a still scene that becomes noise, noise that becomes still, bursts of noise, noise without end.
    private static func upload(in folder: TemporaryFolder, rate: Int) async throws -> URL {
        let file = folder.file("hard.mp4")
        let isNoise = "gte(t,3)*lt(t,8)+gte(t,9.5)*lt(mod(t,0.5),0.2)*lt(t,13)+gte(t,13)"
        try await FFmpeg.run(
            [
                "-f", "lavfi", "-i",
                "testsrc2=s=320x180:r=\(rate):d=1,loop=\(20 * rate):1,trim=duration=20",
            ]
                + ["-vf", "noise=alls=80:allf=t:enable='\(isNoise)'"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "12", FFprobe.path(file)])
        return file
    }

    /// Segments of 6 s may begin with a full buffer; for segments of 2 s, a full buffer is most of the bits.
    @Test(
        arguments: [
            ("h264", "economy", 2, 30), ("h264", "economy", 6, 30), ("h264", "balanced", 2, 30),
            ("h264", "balanced", 6, 30), ("h264", "quality", 2, 30), ("h264", "quality", 6, 30),
            ("hevc", "economy", 6, 30), ("hevc", "balanced", 6, 30), ("hevc", "quality", 6, 30),
            ("h264", "balanced", 6, 60), ("h264", "economy", 4, 12), ("h264", "balanced", 4, 12),
        ] as [(String, String, Int, Int)])
    func noSegmentExceedsItsCeiling(
        codec: String, point: String, segment: Int, rate: Int
    ) async throws {
        let folder = try TemporaryFolder("point")
        let upload = try await Self.upload(in: folder, rate: rate)
        let preset = folder.file("\(point).yaml")
        try Data(Self.preset(codec, point, segment: segment).utf8).write(to: preset)
        let output = folder.file("out")
        let arguments = VTranscode.runArguments(
            [upload], to: output, ["--preset", preset.path, "--name", "clip"])
        let run = try await VTranscode.command(arguments).run()
        #expect(run.status == 0, "\(run.errorOutput)")
        let package = try PublishedPackage(output.appending(path: "clip"))
        #expect(package.rungs.count == 2)
        for rung in package.rungs {
            let ceiling = try #require(Self.ceilings[rung.track.name])
            let rates = rung.track.segments.map { Double($0.byteCount * 8) / $0.duration / ceiling }
            #expect(rates.allSatisfy { $0 <= 1.02 }, "\(rung.track.name): \(rates)")
            // The last segments are noise, for which the ceilings bind.
            #expect(rates.contains { $0 > 0.75 }, "\(rung.track.name): \(rates)")
        }
        var problems = BandwidthChecker.problems(in: package)
        problems += try await TimingChecker.problems(in: package)
        problems += try await CodecChecker.problems(in: package)
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }
}
