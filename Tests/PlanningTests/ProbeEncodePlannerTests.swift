import MediaTestSupport
import MediaUnits
import Presets
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Planning

@Suite struct ProbeEncodePlannerTests {
    private func grid(seconds: Int, rate: Int = 30) -> FrameGrid {
        FrameGrid(
            rate: Rational(rate), frameCount: seconds * rate, start: .zero,
            timeBase: SourceTimes.milliseconds, tolerance: Rational(1, 2 * rate))
    }

    private func index(
        seconds: Int, rate: Int = 30, keyframesEvery gap: Int, isSeekable: Bool = true
    ) -> FrameIndex {
        let times = SourceTimes.constant(
            Rational(rate), count: seconds * rate, timeBase: SourceTimes.milliseconds)
        return FrameIndex(
            timeBase: SourceTimes.milliseconds, times: times, lastDuration: 33,
            keyframes: stride(from: 0, to: times.count, by: gap).map {
                Keyframe(presentationTime: times[$0], decodeTime: nil, fingerprint: UInt64($0))
            }, isSeekable: isSeekable)
    }

    /// Three samples up to 15 minutes, one for each five minutes more, 30 at most.
    @Test(arguments: [
        (seconds: 4, 3), (60, 3), (900, 3), (901, 4), (3600, 12), (9000, 30), (36_000, 30),
    ])
    func longUploadsHaveMoreSamples(seconds: Int, count: Int) {
        let samples = ProbeEncodePlanner.samples(
            grid(seconds: seconds), index(seconds: seconds, keyframesEvery: 30), unit: 1)
        #expect(samples.count == count)
        #expect(samples.map(\.index) == Array(0..<count))
        #expect(samples.allSatisfy { $0.frameCount == 30 })
        #expect(
            zip(samples, samples.dropFirst()).allSatisfy { $0.frames.upperBound <= $1.firstFrame })
        #expect((samples.last?.frames.upperBound ?? 0) <= seconds * 30)
    }

    /// The weights of a frame depend on the frames before it.
    @Test(arguments: [(rate: 1, unit: 1, 3), (1, 2, 6), (3, 1, 3), (4, 1, 4), (30, 10, 30)])
    func slowUploadsHaveThreeFramesInASample(rate: Int, unit: Int, frames: Int) {
        let samples = ProbeEncodePlanner.samples(
            grid(seconds: 60, rate: rate), index(seconds: 60, rate: rate, keyframesEvery: 30),
            unit: unit)
        #expect(samples.map(\.frameCount) == [frames, frames, frames])
    }

    @Test(arguments: [1, 2, 3])
    func shortUploadIsOneSample(seconds: Int) {
        let samples = ProbeEncodePlanner.samples(
            grid(seconds: seconds), index(seconds: seconds, keyframesEvery: 30), unit: 1)
        #expect(samples.map(\.frames) == [0..<seconds * 30])
    }

    /// Seeking is not possible, so the first three seconds stand for the whole.
    @Test func uploadsThatCannotBeSoughtAreSampledAtTheStart() {
        let samples = ProbeEncodePlanner.samples(
            grid(seconds: 600), index(seconds: 600, keyframesEvery: 30, isSeekable: false), unit: 1)
        #expect(samples.map(\.frames) == [0..<90])
    }

    /// Decoding a sample starts at its first frame if a keyframe is less than two seconds before the wanted position.
    @Test(arguments: [(gap: 50, [50, 250, 450]), (600, [85, 285, 485]), (1, [85, 285, 485])])
    func samplesStartAtKeyframes(gap: Int, starts: [Int]) {
        let samples = ProbeEncodePlanner.samples(
            grid(seconds: 20), index(seconds: 20, keyframesEvery: gap), unit: 1)
        #expect(samples.map(\.firstFrame) == starts)
    }

    /// Rungs of 60 and 20 frames/s have every third frame in common.
    @Test func samplesHaveFramesThatAllRungsHave() {
        let samples = ProbeEncodePlanner.samples(
            grid(seconds: 20, rate: 60), index(seconds: 20, rate: 60, keyframesEvery: 50), unit: 3)
        #expect(samples.count == 3)
        #expect(samples.allSatisfy { $0.firstFrame % 3 == 0 && $0.frameCount == 60 })
    }

    private func preset(
        _ target: QualityTarget?, maxrate: Bitrate = .kilobits(900)
    ) -> Preset {
        Preset(
            name: "sampled", description: "One rung.",
            video: Video(encoder: .init(point: .balanced)),
            ladder: [Rung(name: "360p", size: 360, crf: 24.5, maxrate: maxrate)],
            target: target, thumbnails: nil)
    }

    @Test func encodersHaveNoCeilings() throws {
        let probed = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        let plan = try #require(
            try ProbeEncodePlanner.plan(probed, preset: preset(.high), trim: TrimRequest()))
        #expect(plan.encodes.map(\.plan.crf) == [23.75])
        #expect(plan.encodes.map(\.plan.options["maxrate"]) == ["14400000"])
        #expect(plan.video.chunks.map(\.units.count) == [1, 1, 1])
        #expect(plan.video.chunks.allSatisfy { !$0.expected.isEmpty })
    }

    /// libav's options for rates and buffers are numbers of 32 bits.
    @Test func ratesOfEncodersFitLibavsOptions() throws {
        let probed = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        let preset = preset(.high, maxrate: .kilobits(240_000))
        let plan = try #require(
            try ProbeEncodePlanner.plan(probed, preset: preset, trim: TrimRequest()))
        let options = try #require(plan.encodes.first).plan.options
        #expect(["maxrate", "bufsize"].map { options[$0] } == ["2147483647", "2147483647"])
    }

    @Test func presetsWithoutATargetHaveNone() throws {
        let probed = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        #expect(
            try ProbeEncodePlanner.plan(probed, preset: preset(nil), trim: TrimRequest()) == nil)
    }

    /// Where decoding needs most of the time, samples are shorter and decoded without deblocking.
    @Test(arguments: [
        (Resolution(width: 1280, height: 720), 30, 20, true),
        (Resolution(width: 1274, height: 718), 30, 20, true),
        (Resolution(width: 1280, height: 720), 15, 10, true),
        (Resolution(width: 1280, height: 720), 12, 12, false),
        (Resolution(width: 960, height: 540), 30, 30, false),
        (Resolution(width: 640, height: 360), 30, 30, false),
    ])
    func samplesOfCostlyUploadsAreShort(
        size: Resolution, rate: Int, frames: Int, skipsDeblocking: Bool
    ) throws {
        let probed = SamplePlan.probed(
            try SamplePlan.info(size: size, rate: Rational(rate), audioTracks: []))
        let plan = try #require(
            try ProbeEncodePlanner.plan(probed, preset: preset(.high), trim: TrimRequest()))
        #expect(plan.video.segments.map(\.frameCount) == [frames, frames, frames])
        #expect(plan.skipsDeblocking == skipsDeblocking)
    }

    @Test func trimRangeIsSampledAlone() throws {
        let probed = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        let trim = TrimRequest(from: Rational(8), to: Rational(14))
        let plan = try #require(
            try ProbeEncodePlanner.plan(probed, preset: preset(.high), trim: trim))
        let start = Int(8 * 90_000)
        #expect(plan.video.chunks.flatMap(\.expected).allSatisfy { $0 >= start })
    }

    /// A sandbox process that encoded samples may be compromised.
    @Test func impossibleSamplesAreRejected() throws {
        let rungs = try #require(try SamplePlan.plan(SamplePlan.info(audioTracks: [])).video).rungs
        func sample(
            _ rung: String = "720p", crf: Double = 25, frames: Int = 30, keyFrames: Int = 1,
            key: Int = 1, other: Int = 1, xpsnr: Double = 40
        ) -> EncodedSample {
            EncodedSample(
                rung: rung, crf: crf, frames: frames, keyFrames: keyFrames, keyBits: key,
                otherBits: other, xpsnr: xpsnr)
        }
        try sample().validate(rungs)
        let invalid = [
            sample("4320p"), sample(crf: 1), sample(crf: .nan), sample(frames: 0),
            sample(frames: .max), sample(keyFrames: 0), sample(keyFrames: 31), sample(key: -1),
            sample(key: .max), sample(other: .min),
            sample(other: .max), sample(xpsnr: .nan), sample(xpsnr: -1), sample(xpsnr: .infinity),
            sample(xpsnr: 101),
        ]
        for sample in invalid {
            #expect(throws: ArtifactError.self) { try sample.validate(rungs) }
        }
        // Samples of another host are checked before there is a plan.
        var probed = SamplePlan.probed(try SamplePlan.info(audioTracks: []))
        for samples in [nil, [sample(other: .max)], Array(repeating: sample(), count: 91)] {
            probed.samples = samples
            #expect(throws: ArtifactError.self) { try probed.validateSamples(of: preset(.high)) }
        }
        probed.samples = [sample()]
        try probed.validateSamples(of: preset(.high))
        #expect(throws: ArtifactError.self) { try probed.validateSamples(of: preset(nil)) }
    }
}
