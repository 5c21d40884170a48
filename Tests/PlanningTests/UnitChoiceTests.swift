import Foundation
import MediaTestSupport
import MediaUnits
import Presets
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Planning

@Suite struct UnitChoiceTests {
    /// An upload of a size, rate and content, with keyframes at regular distances.
    private struct Case: Sendable, CustomTestStringConvertible {
        var seconds = 15
        /// The highest bit rate of the upload, in bits per second; `nil` if it is unknown.
        var peak: Int? = 300_000
        /// The distance of keyframes, in frames.
        var keyframes = 30
        var isSeekable = true
        /// The operating point; `nil` for a preset of the encoder.
        var point: OperatingPoint? = .balanced
        /// The duration of a segment, in seconds.
        var segment = 6
        /// The duration of a GOP, in milliseconds.
        var gop = 2000

        var testDescription: String {
            "\(seconds) s, \(peak ?? -1), \(keyframes), \(isSeekable), \(point?.rawValue ?? "preset"), \(segment), \(gop)"
        }
    }

    private func probed(_ example: Case) throws -> ProbedUpload {
        let sample = SamplePlan.probed(
            try SamplePlan.info(seconds: Rational(example.seconds), audioTracks: []))
        let (info, frames) = (sample.info, try #require(sample.frames))
        let video = try #require(info.video)
        let content = ContentInfo(kind: .camera, start: nil, middle: nil, peakBitrate: example.peak)
        let index = FrameIndex(
            timeBase: frames.timeBase, times: frames.times, lastDuration: frames.lastDuration,
            keyframes: stride(from: 0, to: frames.times.count, by: example.keyframes).map {
                Keyframe(
                    presentationTime: frames.times[$0], decodeTime: frames.times[$0],
                    fingerprint: UInt64($0))
            }, isSeekable: example.isSeekable)
        return ProbedUpload(
            info: MediaInfo(
                container: info.container, byteCount: info.byteCount, sha256: info.sha256,
                start: info.start, duration: info.duration,
                video: VideoInfo(
                    stream: video.stream, codec: video.codec, profile: nil,
                    codedSize: video.codedSize, sampleAspectRatio: video.sampleAspectRatio,
                    orientation: video.orientation, displaySize: video.displaySize,
                    pixels: video.pixels, dynamicRange: video.dynamicRange, isInterlaced: false,
                    frameRate: video.frameRate, frameCount: video.frameCount,
                    keyframeCount: index.keyframes.count, start: video.start, end: video.end,
                    content: content), audio: [], captions: [], ignored: [], findings: []),
            identity: sample.identity, frames: index, captions: [])
    }

    private func preset(_ example: Case) -> Preset {
        Preset(
            name: "units", description: "One rung.",
            packaging: Packaging(segment: Rational(example.segment)),
            video: Video(
                gop: Rational(example.gop, 1000),
                encoder: example.point.map { .init(point: $0) } ?? .init()),
            ladder: [Rung(name: "360p", size: 360, crf: 24.5, maxrate: .kilobits(900))])
    }

    @Test(arguments: [
        // 15 s are seven GOPs of 2 s and one of 1 s.
        (Case(), EncodingUnit.gop, 8), (Case(seconds: 3), .gop, 2),
        (Case(seconds: 192), .gop, 96),
        (Case(peak: 5_000_000), .segment, 3), (Case(peak: nil), .segment, 3),
        (Case(point: nil), .segment, 3),
        // 33 segments.
        (Case(seconds: 198), .segment, 33),
        (Case(isSeekable: false), .segment, 1),
        // One GOP of the upload has all segments.
        (Case(keyframes: 450), .segment, 1),
        // A keyframe every 1.5 s: decoding each GOP from the keyframe before it takes 555 frames instead of 450.
        (Case(keyframes: 45), .segment, 3),
        (Case(seconds: 2), .segment, 1), (Case(segment: 2), .segment, 7),
        // Units of less than a second have no limit of their rate.
        (Case(gop: 1000), .gop, 15), (Case(gop: 500), .segment, 3),
    ])
    private func unit(example: Case, unit: EncodingUnit, chunks: Int) throws {
        let plan = try Planner(probed(example), preset: preset(example)).plan()
        let video = try #require(plan.video)
        #expect(video.unit == unit)
        #expect(video.chunks.count == chunks)
        #expect(
            PlanSummary(plan, preset: "units").description
                .contains("each GOP encoded separately") == (unit == .gop))
    }

    /// A process that made the plan cannot choose units that the segments do not have.
    @Test(arguments: [
        ("video.unit", JSONValue.text("segment")), ("video.unit", .text("frame")),
        ("video.chunks.1.units.0.index", .number(0)),
        ("video.chunks.1.units.0.firstFrame", .number(0)),
        ("video.chunks.1.units.0.frameCount", .number(0)),
        ("video.chunks.1.units.0.frameCount", .number(-60)),
        ("video.chunks.1.units.0.frameCount", .number(.max)),
        ("video.chunks.1.units.0.frameCount", .number(59)),
        // The unit would belong to two segments.
        ("video.segments.0.frameCount", .number(150)),
    ])
    private func impossibleUnitsAreRejected(path: String, value: JSONValue) throws {
        let (probed, preset) = (try probed(Case()), preset(Case()))
        let plan = try Planner(probed, preset: preset).plan()
        try plan.validate(probed, preset)
        let json = try JSONEncoder().encode(plan)
        let changed = try JSONValue.replacing(path.split(separator: "."), in: json, with: value)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(EncodingPlan.self, from: changed).validate(probed, preset)
        }
    }
}
