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
@testable import Packaging
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
        /// The quality of all frames, by the names of the renditions.
        let all: [String: VideoQuality]

        /// The quality of each rendition as packages state it.
        func quality() throws -> [SegmentQuality?] {
            let renditions = video.rungs.indices.map { rung in
                let parts = results.map { $0.rungs[rung] }
                return RenditionResult(
                    name: parts[0].name, codec: parts[0].codec,
                    initialization: parts[0].initialization, segments: parts.flatMap(\.segments))
            }
            return video.quality(renditions).map(SegmentQuality.combined)
        }
    }

    private static let low = Rung(name: "90p", size: 90, maxrate: .kilobits(600))

    private func measure(
        _ clip: Clip, ladder: [Rung] = [low], quality: QualityMeasurement = .measured
    ) async throws -> Measured {
        let folder = try TemporaryFolder("quality")
        let file = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", clip.source, "-frames:v", "\(clip.frames)"] + clip.options
                + ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-g", "25"]
                + ["-pix_fmt", "yuv420p", FFprobe.path(file)])
        let preset = Preset(
            name: "quality", description: "A ladder.",
            packaging: Packaging(segment: Rational(ladder.count == 1 ? 4 : 6)),
            ladder: ladder, thumbnails: nil, quality: quality)
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
        let results = try video.chunks.map { chunk in
            try run(
                ChunkWork(
                    video, chunk,
                    renditions: video.rungs.indices.map {
                        let first = video.rungs[$0].firstFragments(of: video.segments)
                        return ChunkRendition($0, of: chunk, in: video, firstFragments: first)
                    }, makesThumbnails: false, formats: session.upload.formats),
                MediaGrant(draft: OpenFolder(draft.filePath)))
        }
        let files = video.rungs.map { rung in
            let names = ["init.mp4"] + video.segments.map { "\($0.index).m4s" }
            return (rung.name, names.map { FilePath("\(rung.name)-\($0)") })
        }
        let measured = try await VideoQuality.measure(
            Location(file.filePath), preset: preset,
            files: Dictionary(uniqueKeysWithValues: files),
            in: draft.filePath, memory: 1 << 30, sandboxMode: .none, logger: Logger(label: "test"))
        return Measured(video: video, results: results, all: measured)
    }

    @Test(arguments: clips)
    func someFramesGiveTheQualityOfAll(clip: Clip) async throws {
        let measured = try await measure(clip)
        let segments = measured.results.flatMap { $0.rungs[0].segments }
        let qualities = segments.map { $0.quality.flatMap { SegmentQuality($0) } }
        #expect(qualities.map { $0?.frames } == measured.video.segments.map(\.frameCount))
        try expect(measured, "90p", within: clip.error)
    }

    /// Expects the quality of a rendition to be that of all frames.
    private func expect(_ measured: Measured, _ name: String, within error: Double) throws {
        let index = try #require(measured.video.rungs.firstIndex { $0.name == name })
        let quality = try #require(measured.quality()[index])
        let all = try #require(measured.all[name])
        #expect(quality.frames == all.frames)
        #expect(
            abs(quality.xpsnr - all.xpsnr) < error,
            "\(quality.xpsnr) dB of \(quality.sampled) frames, \(all.xpsnr) dB of all")
    }

    /// Of 280 frames in GOPs of 50, 90p compares frames 2 and 12 of the second and the fifth.
    @Test func renditionsOfALadderHaveTheQualityOfAllFrames() async throws {
        let clip = Clip(
            testDescription: "ladder", source: "testsrc2=s=320x180:r=25", frames: 280, error: 0.6)
        let ladder = [Rung(name: "180p", size: 180, maxrate: .kilobits(1500)), Self.low]
        let measured = try await measure(clip, ladder: ladder)
        #expect(measured.video.followedRendition(by: 1) == 0)
        try expect(measured, "180p", within: clip.error)
        try expect(measured, "90p", within: clip.error)
        #expect(try measured.quality().map { $0?.sampled } == [6, 4])
    }

    @Test func blackHasTheMaximum() async throws {
        let measured = try await measure(
            Clip(
                testDescription: "black", source: "color=black:s=320x180:r=25", frames: 30, error: 0
            ))
        let gops = try #require(measured.results[0].rungs[0].segments[0].quality)
        let quality = SegmentQuality(gops)
        #expect(quality?.xpsnr == SegmentQuality.maximum)
        #expect(measured.all["90p"]?.xpsnr == SegmentQuality.maximum)
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
