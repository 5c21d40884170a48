import Foundation
import MediaTestSupport
import MediaUnits
import Presets
import Testing
import VideoCodecs

@testable import MediaModel
@testable import Planning

/// The adaptation of the ladder of hls-ladder's sizes to samples with the rates and qualities given.
@Suite struct LadderAdaptationTests {
    private static let names = ["1080p", "720p", "360p"]

    private func preset(_ target: QualityTarget?, isAdaptive: Bool = false) -> Preset {
        Preset(
            name: "adapted", description: "Three rungs.",
            video: Video(encoder: .init(point: .balanced)),
            ladder: [
                Rung(name: "1080p", size: 1080, crf: 24.5, maxrate: .kilobits(6000)),
                Rung(name: "720p", size: 720, crf: 24.5, maxrate: .kilobits(3000)),
                Rung(name: "360p", size: 360, crf: 24.5, maxrate: .kilobits(900)),
            ], target: target, isAdaptive: isAdaptive, thumbnails: nil)
    }

    /// A sample of a second whose frames all have the same bits.
    private func sample(_ rung: String, kilobits: Int, xpsnr: Double) -> EncodedSample {
        let frame = kilobits * 1000 / 30
        return EncodedSample(
            rung: rung, crf: 24.5, frames: 30, keyFrames: 1, keyBits: frame, otherBits: frame * 29,
            xpsnr: xpsnr)
    }

    private func plan(
        _ preset: Preset, _ samples: [EncodedSample]?, content: VideoContent = .camera
    ) throws -> EncodingPlan {
        let measured = ContentInfo(kind: content, start: SamplePlan.camera.start, middle: nil)
        var probed = SamplePlan.probed(
            try SamplePlan.info(
                size: Resolution(width: 1920, height: 1080), content: measured, audioTracks: []))
        probed.samples = samples
        let plan = try Planner(probed, preset: preset).plan()
        try plan.validate(probed, preset)
        return plan
    }

    private func samples(_ rates: [Int], xpsnr: [Double]) -> [EncodedSample] {
        zip(Self.names, zip(rates, xpsnr)).map { sample($0, kilobits: $1.0, xpsnr: $1.1) }
    }

    private func crfs(_ plan: EncodingPlan) -> [Double] { plan.video?.rungs.map(\.crf) ?? [] }

    @Test func crfReachesTheTarget() throws {
        let samples = samples([2000, 1000, 400], xpsnr: [38, 40.68, 36.66])
        let plan = try plan(preset(.xpsnr(38)), samples)
        // 0.67 dB for each step: four steps more for 40.68 dB, two fewer for 36.66 dB.
        #expect(crfs(plan) == [24.5, 28.5, 22.5])
        let predictions = try #require(plan.video).rungs.compactMap(\.prediction)
        #expect(predictions.map(\.xpsnr) == [38, 38, 38])
        #expect(predictions.map(\.target) == [38, 38, 38])
        // 5.6 steps halve the bits.
        #expect(predictions.map(\.bitrate) == [1_999_980, 609_501, 512_342])
        #expect(plan.video?.dropped.isEmpty == true)
        #expect(plan.findings.isEmpty)
        #expect(plan.video?.rungs.first?.options["crf"] == "24.5")
    }

    /// 0.81 dB for each step: four steps for 41.24 dB.
    @Test func stepsOfScreensDiffer() throws {
        let samples = samples([2000, 1000, 400], xpsnr: [38, 41.24, 38])
        #expect(
            crfs(try plan(preset(.xpsnr(38)), samples, content: .screen)) == [24.5, 28.5, 24.5])
        #expect(crfs(try plan(preset(.xpsnr(38)), samples)) == [24.5, 29.375, 24.5])
    }

    /// Small frames have the same VMAF at a lower XPSNR.
    @Test func namedTargetsDependOnTheSize() {
        for target in [QualityTarget.low, .medium, .high] {
            #expect(target.xpsnr(shortSide: 2160) == target.xpsnr(shortSide: 1080) + 1.5)
            #expect(target.xpsnr(shortSide: 540) == target.xpsnr(shortSide: 1080) - 1.5)
        }
        let order = [QualityTarget.low, .medium, .high].map { $0.xpsnr(shortSide: 720) }
        #expect(order == order.sorted() && Set(order).count == 3)
        #expect(QualityTarget.xpsnr(41).xpsnr(shortSide: 360) == 41)
    }

    /// The target of noise would need far more than `maxrate`.
    ///
    /// The ceiling's rate gives the CRF, and a finding names the rungs.
    @Test func ceilingLimitsTheQuality() throws {
        let samples = samples([12_000, 2000, 500], xpsnr: [36, 38, 38])
        let plan = try plan(preset(.xpsnr(38)), samples)
        let top = try #require(plan.video?.rungs.first)
        // With half of the bits, the quality is that of 5.6 steps more.
        #expect(top.crf == 30.125)
        // CRFs are eighths of a step.
        #expect(top.prediction?.bitrate == 5_981_462)
        let finding = try #require(plan.findings.first { $0.code == .qualityLimited })
        #expect(finding.message.contains("1080p (32.2 of 38.0 dB at its maxrate)"))
        #expect(!finding.message.contains("720p"))
        // The table of `run` shows warnings.
        #expect(finding.severity == .warning)
    }

    /// Black frames: a CRF is changed by at most ten steps.
    @Test func crfIsBounded() throws {
        let black = try plan(preset(.high), samples([4, 3, 2], xpsnr: [100, 100, 100]))
        #expect(crfs(black) == [34.5, 34.5, 33.75])
        let still = samples([4, 3, 2], xpsnr: [100, 100, 100])
        #expect(crfs(try plan(preset(nil, isAdaptive: true), still)).first == 27.5)
        let noise = try plan(preset(.xpsnr(60)), samples([10, 10, 10], xpsnr: [20, 20, 20]))
        #expect(crfs(noise) == [14.5, 14.5, 13.75])
        #expect(noise.findings.map(\.code) == [.qualityLimited])
        let message = try #require(noise.findings.first?.message)
        #expect(message.contains("1080p (26.7 of 60.0 dB at CRF 14.5, the lowest one allowed)"))
        // Without a target of the preset, none is missed.
        let hard = samples([9000, 5000, 2000], xpsnr: [30, 30, 30])
        #expect(try plan(preset(nil, isAdaptive: true), hard).findings.isEmpty)
    }

    /// Without a target, the ceiling raises a CRF only as far as it limits the least demanding sample.
    @Test(
        arguments: [
            ([8000], 26.875), ([8000, 9000], 26.875), ([9000, 8000], 26.875), ([9000, 6000], 24.5),
            // A mean of 6000 has 1.1 times the ceiling at 23.73.
            ([9000, 3000], 23.75), ([5000, 5000], 23.0), ([20_000, 19_000], 27.5),
        ] as [([Int], Double)])
    func ceilingOfAllSamplesRaisesTheCRF(rates: [Int], crf: Double) throws {
        let samples = rates.map { sample("1080p", kilobits: $0, xpsnr: 30) }
        #expect(crfs(try plan(preset(nil, isAdaptive: true), samples)).first == crf)
    }

    @Test(arguments: [
        ([3000, 1500, 500], ["1080p", "720p", "360p"]),
        ([2500, 1800, 800], ["1080p", "360p"]),
        // Players with the 3 Mb/s of 720p could perhaps not play 1080p.
        ([2700, 1900, 900], ["1080p", "720p", "360p"]),
        // Without 720p, players would have no step between 2.5 and 0.5 Mb/s.
        ([2500, 1800, 500], ["1080p", "720p", "360p"]),
        // 360p is compared with 1080p, since 720p is left out.
        ([300, 250, 190], ["1080p", "360p"]),
        ([120, 100, 90], ["1080p"]),
    ])
    func rungsNearTheNextHigherOneAreDropped(rates: [Int], names: [String]) throws {
        let qualities = [1080, 720, 360].map {
            preset(nil, isAdaptive: true).targetXPSNR(shortSide: $0) ?? 0
        }
        let samples = samples(rates, xpsnr: qualities)
        let plan = try plan(preset(nil, isAdaptive: true), samples)
        let video = try #require(plan.video)
        #expect(video.rungs.map(\.name) == names)
        #expect(
            Set(video.dropped.map(\.name)) == Set(Self.names).subtracting(names))
        #expect(video.dropped.allSatisfy { $0.reason.contains("Mb/s") })
        // A target alone drops nothing.
        #expect(try self.plan(preset(.high), samples).video?.rungs.count == 3)
    }

    /// The samples of an upload of which nothing could be decoded, or of one that was not sampled.
    @Test func rungsWithoutSamplesRetainTheirCRF() throws {
        for samples in [nil, [], [sample("720p", kilobits: 1000, xpsnr: 38)]] {
            let plan = try plan(preset(.xpsnr(38), isAdaptive: true), samples)
            #expect(crfs(plan) == [24.5, 24.5, 23.75])
            #expect(plan.video?.rungs.first?.prediction == nil)
        }
    }

    /// A process that made the plan cannot publish impossible predictions, or any without a probe encode.
    @Test(arguments: [
        ("video.rungs.0.prediction.bitrate", JSONValue.number(-1)),
        ("video.rungs.0.prediction.bitrate", .number(.max)),
        ("video.rungs.0.prediction.xpsnr", .number(1001)),
        ("video.rungs.0.prediction.target", .number(-1001)),
    ])
    private func impossiblePredictionsAreRejected(path: String, value: JSONValue) throws {
        var probed = SamplePlan.probed(
            try SamplePlan.info(size: Resolution(width: 1920, height: 1080), audioTracks: []))
        probed.samples = samples([2000, 1000, 400], xpsnr: [38, 38, 38])
        let plan = try plan(preset(.high), probed.samples)
        let changed = try JSONValue.replacing(
            path.split(separator: "."), in: JSONEncoder().encode(plan), with: value)
        #expect(throws: ArtifactError.self) {
            try JSONDecoder().decode(EncodingPlan.self, from: changed)
                .validate(probed, preset(.high))
        }
        #expect(throws: ArtifactError.self) { try plan.validate(probed, preset(nil)) }
    }

    /// A probe encode decides about the units of encoding where there is one.
    @Test(arguments: [(4100, EncodingUnit.gop), (4300, .segment)])
    func predictionDecidesAboutUnits(kilobits: Int, unit: EncodingUnit) throws {
        let samples = samples([kilobits, 1000, 300], xpsnr: [38, 38, 38])
        #expect(try plan(preset(.xpsnr(38)), samples).video?.unit == unit)
    }
}

@Suite struct RateModelTests {
    private func rung() throws -> RungPlan {
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: []))
        return try #require(plan.video?.rungs.first)
    }

    /// A GOP of 60 frames has one IDR frame, a sample of 30 frames too, and one of 90 frames has two.
    @Test(arguments: [1, 2])
    func idrFramesCountOncePerGOP(keyFrames: Int) throws {
        let samples = [1, 2].map {
            EncodedSample(
                rung: "720p", crf: 20, frames: 29 + keyFrames, keyFrames: keyFrames,
                keyBits: 60_000 * $0 * keyFrames, otherBits: 29_000 * $0, xpsnr: 40)
        }
        let model = try #require(try RateModel(samples, of: rung(), content: .camera))
        // Means of 90,000 and 1,500 bits: 30 frames/s of 90,000 / 60 + 1,500 · 59 / 60.
        #expect(model.bitrate.rounded() == 89_250)
        #expect(model.xpsnr(at: 20) == 40)
        #expect(model.crf(ofBitrate: model.bitrate(at: 27)).rounded() == 27)
    }

    /// The mean of XPSNR is that of distortions: the worst sample counts most.
    @Test func worstSampleCountsMost() throws {
        let samples = [30.0, 50].map {
            EncodedSample(
                rung: "720p", crf: 20, frames: 30, keyFrames: 1, keyBits: 1, otherBits: 1,
                xpsnr: $0)
        }
        let model = try #require(try RateModel(samples, of: rung(), content: .camera))
        #expect((model.xpsnr * 100).rounded() == 3519)
    }

    /// A step of CRF changes the quality of screen recordings more, and their bits less.
    @Test(arguments: [
        (VideoContent.camera, 6.7, 5.6), (.unknown, 6.7, 5.6), (.screen, 8.1, 10),
    ])
    func contentDecidesAboutSteps(content: VideoContent, decibels: Double, halving: Double) throws {
        let sample = EncodedSample(
            rung: "720p", crf: 20, frames: 30, keyFrames: 1, keyBits: 9000, otherBits: 9000,
            xpsnr: 40)
        let model = try #require(try RateModel([sample], of: rung(), content: content))
        #expect(abs(40 - decibels - model.xpsnr(at: 30)) < 1e-9)
        #expect(abs(model.bitrate(at: 20) / model.bitrate(at: 20 + halving) - 2) < 1e-9)
        #expect(abs(model.crf(ofXPSNR: 40 - decibels) - 30) < 1e-9)
    }

    @Test func singleFramesHaveARate() throws {
        let sample = EncodedSample(
            rung: "720p", crf: 20, frames: 1, keyFrames: 1, keyBits: 6000, otherBits: 0, xpsnr: 40)
        let model = try #require(try RateModel([sample], of: rung(), content: .camera))
        #expect(model.bitrate == 3000)
        #expect(try RateModel([], of: rung(), content: .camera) == nil)
    }
}
