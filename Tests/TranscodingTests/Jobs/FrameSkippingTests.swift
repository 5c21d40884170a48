import Foundation
import LibAV
import Logging
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Transcoding

/// Frames that no rendition shows are not decoded where the bitstream allows it, and nothing else changes.
@Suite struct FrameSkippingTests {
    /// A clip at 60 frames/s, and whether some of its frames can be skipped.
    struct Clip: Sendable, CustomStringConvertible {
        let name: String
        let codec: [String]
        var skips = true
        var isInterlaced = false
        var description: String { name }
    }

    private static let h264 = ["-c:v", "libx264", "-preset", "veryfast"]
    private static let hevc = ["-c:v", "libx265", "-preset", "ultrafast"]

    static let clips = [
        Clip(name: "bframes.mp4", codec: h264 + ["-g", "50", "-bf", "3"]),
        Clip(
            name: "open-gop.ts",
            codec: h264 + ["-x264-params", "open-gop=1:keyint=50:bframes=3:b-adapt=0"]),
        Clip(name: "interlaced.ts", codec: h264 + ["-flags", "+ilme+ildct"], isInterlaced: true),
        Clip(name: "no-bframes.mkv", codec: h264 + ["-g", "50", "-bf", "0"], skips: false),
        Clip(
            name: "hevc.mp4",
            codec: hevc + ["-x265-params", "log-level=none:keyint=50:bframes=3:b-adapt=0"]),
        Clip(
            name: "hevc-open-gop.ts",
            codec: hevc + ["-x265-params", "log-level=none:keyint=50:bframes=3:open-gop=1"]),
        Clip(
            name: "hevc-layers.mp4",
            codec: hevc + ["-x265-params", "log-level=none:keyint=50:bframes=3:temporal-layers=1"],
            skips: false),
        Clip(name: "mpeg2.ts", codec: ["-c:v", "mpeg2video", "-g", "50", "-bf", "2", "-q:v", "4"]),
        Clip(
            name: "vp9.webm",
            codec: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "50"],
            skips: false),
    ]

    /// The decoded frames of a chunk, by time.
    private final class Frames {
        var digests: [Int: Int] = [:]

        func take(_ frame: borrowing Frame, _ time: Int) throws {
            var hasher = Hasher()
            try frame.copyPixels().withUnsafeBytes { hasher.combine(bytes: $0) }
            digests[time] = hasher.finalize()
        }
    }

    /// Returns the plan with a number of decoder threads.
    private func plan(_ session: TranscodingSession, threads: Int?) async throws -> VideoPlan? {
        guard let plan = try await session.plan(session.probe(sidecars: [])).video else {
            return nil
        }
        let source = plan.source
        return VideoPlan(
            grid: plan.grid,
            source: VideoSource(
                stream: source.stream, orientation: source.orientation,
                deinterlacing: source.deinterlacing, dynamicRange: source.dynamicRange,
                maximumPixels: source.maximumPixels, frameBytes: source.frameBytes,
                decoderThreads: threads ?? source.decoderThreads),
            gop: plan.gop, rungs: plan.rungs, dropped: plan.dropped, segments: plan.segments,
            unit: plan.unit, chunks: plan.chunks, thumbnails: plan.thumbnails,
            content: plan.content)
    }

    /// Decodes all chunks with and without skipping, compares them, and returns the number of frames that were not decoded.
    private func compare(
        _ file: URL, _ preset: Preset, threads: Int? = nil
    ) async throws -> Int {
        let session = try TranscodingSession(
            Location(file.filePath), preset: preset, sandboxMode: .none,
            logger: Logger(label: "test"))
        guard let plan = try await plan(session, threads: threads) else { return 0 }
        var skipped = 0
        for chunk in plan.chunks {
            func decode(_ skippable: SkippableFrames) throws -> (Frames, SourceFrames.Outcome) {
                try SourceFrames(
                    upload: session.upload, source: plan.source, chunk: chunk,
                    skippable: skippable, isStopped: { false }
                ).decode({ Frames() }, abandon: { _ in }) { frames, frame, time in
                    try frames.take(frame, time)
                }
            }
            let (all, allOutcome) = try decode(SkippableFrames())
            let (needed, neededOutcome) = try decode(SkippableFrames(of: chunk, plan))
            #expect(neededOutcome.times == allOutcome.times, "chunk \(chunk.index)")
            #expect(neededOutcome.corruptTimes == allOutcome.corruptTimes)
            #expect(
                neededOutcome.observations.corruptPackets == allOutcome.observations.corruptPackets)
            #expect(needed.digests.allSatisfy { all.digests[$0] == $1 }, "chunk \(chunk.index)")
            let times = allOutcome.times
            let shown = Set(chunk.frames.map { times[plan.grid.source(of: $0, in: times)] })
            #expect(shown.isSubset(of: needed.digests.keys), "chunk \(chunk.index)")
            skipped += all.digests.count - needed.digests.count
        }
        return skipped
    }

    private static let preset = Preset(
        name: "skipping", description: "Half of the frames.",
        packaging: Packaging(segment: Rational(2)),
        video: Video(maxFrameRate: Rational(30)),
        ladder: [Rung(name: "90p", size: 90, maxrate: .kilobits(400))])

    @Test(arguments: clips, [1, 2])
    func neededFramesAreTheSame(clip: Clip, threads: Int) async throws {
        let folder = try TemporaryFolder("skipping")
        let file = folder.file(clip.name)
        let filter = clip.isInterlaced ? ["-vf", "interlace"] : []
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=60:d=5", "-pix_fmt", "yuv420p"]
                + filter + clip.codec + [FFprobe.path(file)])
        let skipped = try await compare(file, Self.preset, threads: threads)
        #expect((skipped > 0) == (clip.skips && !clip.isInterlaced), "\(skipped) frames")
    }

    /// A corrupt frame that is shown is found, and one that is not shown has no influence.
    @Test func corruptionIsFound() async throws {
        let folder = try TemporaryFolder("skipping")
        let file = folder.file("corrupt.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=60:d=5"] + Self.clips[0].codec
                + ["-bsf:v", "noise=amount=400", FFprobe.path(file)])
        _ = try await compare(file, Self.preset)
    }

    /// Clips of the repository, or those of the corpus.
    @Test(arguments: UploadFolder.accepted)
    func neededFramesOfUploadsAreTheSame(upload: TestUpload) async throws {
        _ = try await compare(upload.url, Preset.load("hls-ladder"))
    }
}
