import Foundation
import Logging
import MediaUnits
import Presets
import Sandbox
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Transcoding

/// The quality of segments, measured on some frames, against that of all frames.
@Suite struct QualityMeasurementTests {
    /// A source of libavfilter, its frames, and the largest error of the mean of all segments, in dB.
    struct Clip: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String
        let frames: Int
        let error: Double
        var options: [String] = []
    }

    /// Synthetic sources are unlike those of the fit, and differ by more than the clips of docs/quality.md: the ceiling starves noise,
    /// and of two frames, the IDR is not compared.
    static let clips = [
        Clip(testDescription: "moving", source: "testsrc2=s=320x180:r=25", frames: 130, error: 0.6),
        Clip(
            testDescription: "50 fps", source: "testsrc2=s=320x180:r=50", frames: 130, error: 0.6),
        Clip(
            testDescription: "each frame twice", source: "testsrc2=s=320x180:r=12.5,fps=25",
            frames: 130, error: 1.2),
        Clip(testDescription: "10 fps", source: "testsrc2=s=320x180:r=10", frames: 50, error: 1),
        Clip(
            testDescription: "noise", source: "nullsrc=s=160x96:r=25,geq=random(1)*255:128:128",
            frames: 55, error: 1),
        Clip(
            testDescription: "one frame", source: "testsrc2=s=320x180:r=25", frames: 1, error: 0.01),
        Clip(
            testDescription: "two frames", source: "testsrc2=s=320x180:r=25", frames: 2, error: 2),
        Clip(
            testDescription: "black, then motion",
            source: "testsrc2=s=320x180:r=25,drawbox=t=fill:c=black:enable='lt(n,10)'", frames: 50,
            error: 3),
        // The error was 0.87 dB.
        Clip(
            testDescription: "variable",
            source: "testsrc2=s=320x180:r=30,select='lt(mod(n,7),4)'", frames: 70, error: 1,
            options: ["-fps_mode", "vfr"]),
    ]

    private struct Measured {
        let video: VideoPlan
        let results: [ChunkResult]
        let all: VideoQuality
    }

    private func measure(_ clip: Clip, quality: QualityMeasurement = .measured) async throws
        -> Measured
    {
        let folder = try TemporaryFolder("quality")
        let file = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", clip.source, "-frames:v", "\(clip.frames)"] + clip.options
                + ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-g", "25"]
                + ["-pix_fmt", "yuv420p", FFprobe.path(file)])
        let preset = Preset(
            name: "quality", description: "One rung.", packaging: Packaging(segment: Rational(4)),
            ladder: [Rung(name: "90p", size: 90, maxrate: .kilobits(600))], thumbnails: nil,
            quality: quality)
        let session = try TranscodingSession(
            Location(file.filePath), preset: preset, sandboxMode: .none,
            logger: Logger(label: "test"))
        let plan = try await session.plan(session.probe(sidecars: []))
        let video = try #require(plan.video)
        let draft = try folder.folder("draft")
        func run<Work: UploadMediaWork>(_ work: Work, _ grant: MediaGrant) throws -> Work.Output {
            try session.media.run(
                work, grant, on: session.upload,
                limits: SandboxLimits(peakMemory: 1 << 30, cost: 60, uploadSize: 1 << 20),
                isStopped: { false })
        }
        let first = video.rungs[0].firstFragments(of: video.segments)
        let results = try video.chunks.map { chunk in
            try run(
                ChunkWork(
                    video, chunk,
                    renditions: [
                        ChunkRendition(0, of: chunk, in: video, firstFragments: first)
                    ], makesThumbnails: false, formats: session.upload.formats),
                MediaGrant(draft: OpenFolder(draft.filePath)))
        }
        let names = ["90p-init.mp4"] + video.segments.map { "90p-\($0.index).m4s" }
        let measured = try await VideoQuality.measure(
            Location(file.filePath), preset: preset,
            files: ["90p": names.map { FilePath($0) }],
            in: draft.filePath, memory: 1 << 30, sandboxMode: .none, logger: Logger(label: "test"))
        return Measured(video: video, results: results, all: try #require(measured["90p"]))
    }

    @Test(arguments: clips)
    func someFramesGiveTheQualityOfAll(clip: Clip) async throws {
        let measured = try await measure(clip)
        let segments = measured.results.flatMap { $0.rungs[0].segments }
        let qualities = segments.map { $0.quality.flatMap { SegmentQuality($0) } }
        #expect(qualities.map { $0?.frames } == measured.video.segments.map(\.frameCount))
        let quality = try #require(SegmentQuality.combined(qualities))
        #expect(quality.frames == measured.all.frames)
        #expect(
            abs(quality.xpsnr - measured.all.xpsnr) < clip.error,
            "\(quality.xpsnr) dB of \(quality.sampled) frames, \(measured.all.xpsnr) dB of all")
    }

    @Test func blackHasTheMaximum() async throws {
        let measured = try await measure(
            Clip(
                testDescription: "black", source: "color=black:s=320x180:r=25", frames: 30, error: 0
            ))
        let gops = try #require(measured.results[0].rungs[0].segments[0].quality)
        let quality = SegmentQuality(gops)
        #expect(quality?.xpsnr == SegmentQuality.maximum)
        #expect(measured.all.xpsnr == SegmentQuality.maximum)
    }

    @Test func qualityIsNotMeasuredIfThePresetHasNone() async throws {
        let measured = try await measure(Self.clips[0], quality: .none)
        #expect(measured.results.flatMap { $0.rungs[0].segments }.allSatisfy { $0.quality == nil })
        let quality = try await measure(Self.clips[0])
        #expect(
            measured.results.flatMap { $0.rungs[0].segments.map(\.sha256) }
                == quality.results.flatMap { $0.rungs[0].segments.map(\.sha256) })
    }
}
